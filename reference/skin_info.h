// Which bones move which vertices: what ID3DXSkinInfo is in Direct3D 9.
// Source: a textbook chapter on skinned meshes in Direct3D 9, and the documentation of D3DX.
#pragma once

#include "ulna/port.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ulna::reference {

/// The entries of one bone: weights[i] is the bone's weight at vertices[i].
struct BoneInfluences {
  std::span<const uint32_t> vertices;
  std::span<const float> weights;
};

/// The influences vertex by vertex, as ulna/port.h takes them: those of vertex v are the entries
/// from first_influence[v] up to, and without, first_influence[v + 1].
struct VertexInfluences {
  std::vector<uint32_t> first_influence; ///< one more than there are vertices
  std::vector<ulna_influence> influences;
};

/// One thing that is wrong with the influences of a skin.
struct SkinProblem {
  static constexpr uint32_t kNone = UINT32_MAX;

  enum class Kind {
    vertex_out_of_range, ///< of an entry: there is no such vertex
    weight_not_finite,   ///< of an entry: NaN or an infinity
    negative_weight,     ///< of an entry: finite and below zero, which -0 is not
    duplicate_bone,      ///< of an entry: one before it in the bone's list names the same vertex
    no_influence,        ///< of a vertex: no entry with another weight than zero names it
    weight_sum           ///< of a vertex: its weights do not add up to one within 2^-20
  };
  Kind kind;
  uint32_t bone;   ///< kNone where the problem is of a vertex
  uint32_t vertex; ///< also where there is no such vertex
  uint32_t entry;  ///< the position in the bone's list; kNone where the problem is of a vertex
  double value;    ///< the sum of the weights for weight_sum, the entry's weight, or 0

  /// One line for people, with all of the above, without a line end.
  std::string text() const;
};

/// The skin of a mesh: for each bone a name, an offset matrix, and a list of vertices with weights.
/// Of the mesh itself only the number of vertices is known. Copies are independent of each other.
///
/// Whatever a call refuses, it throws std::invalid_argument with one line that names the culprit,
/// and the object stays as it was: bone numbers from num_bones() on, and what is said below. The
/// values of vertices and weights are not checked when they are set, as in the original: see
/// validate(). Memory that is not there is std::bad_alloc.
///
/// An entry *counts* for the vertex that it names if there is that vertex, and if its weight is not
/// zero: what a conversion sees (docs/conversion.md), before it refuses bad weights. Of several
/// entries of one bone for one vertex there is one influence. min_influence() is a matter of
/// skinning (update_skinned_mesh in ulna/port.h), and changes no count here.
class SkinInfo {
public:
  /// An empty skin: bones without name and entries, their offset matrices the identity, and
  /// min_influence 0. Memory for vertices is taken by the calls that need it.
  SkinInfo(uint32_t num_vertices, uint32_t num_bones);

  /// A skin with the given influences, and all else empty. Inside a bone's list the vertices
  /// ascend; entries of the same bone and vertex keep their order. Refused: first_influence that is
  /// empty, does not begin with 0, decreases, or does not end with the number of influences; more
  /// than 2^32 - 1 of vertices or influences; an influence of a bone that there is not.
  static SkinInfo from_vertices(uint32_t num_bones, std::span<const uint32_t> first_influence,
                                std::span<const ulna_influence> influences);

  /// The same as a copy, under the name that the original has for it.
  SkinInfo clone() const { return *this; }

  uint32_t num_vertices() const { return num_vertices_; }
  uint32_t num_bones() const { return static_cast<uint32_t>(bones_.size()); }

  /// Names may repeat, and may be empty.
  void set_bone_name(uint32_t bone, std::string_view name);
  const std::string& bone_name(uint32_t bone) const;

  /// From model space to the bone's; kept bit by bit.
  void set_bone_offset_matrix(uint32_t bone, const ulna_mat44& offset);
  const ulna_mat44& bone_offset_matrix(uint32_t bone) const;

  /// Replaces the entries of a bone; vertices and weights may be those of this very object.
  /// Refused: lists of different length, and more than 2^32 - 1 entries of all bones together.
  void set_bone_influences(uint32_t bone, std::span<const uint32_t> vertices,
                           std::span<const float> weights);

  /// The same from two arrays of `count` elements. Refused: NULL, unless count is 0.
  void set_bone_influences(uint32_t bone, size_t count, const uint32_t* vertices,
                           const float* weights);

  /// The entries as they were set, in their order; valid until the bone's entries are set again.
  BoneInfluences bone_influences(uint32_t bone) const;

  /// How many entries a bone has, whether they count or not: the size of its lists.
  uint32_t num_bone_influences(uint32_t bone) const;

  /// The most influences that a vertex has; 0 without vertices. The textbook describes this as the
  /// most vertices that a bone has. ulna decides for what the name says, and what the limits of the
  /// hardware are about: the bones of a vertex.
  uint32_t max_vertex_influences() const;

  /// The most distinct bones that the three vertices of a face have together; 0 without faces.
  /// `indices` are three corners for each face, which may be equal. Refused: a size that is no
  /// multiple of three, and a corner that is no vertex.
  uint32_t max_face_influences(std::span<const uint32_t> indices) const;

  /// The same from an array of 3 * num_faces corners. Refused: NULL, unless num_faces is 0.
  uint32_t max_face_influences(const uint32_t* indices, uint32_t num_faces) const;

  /// The weight below which update_skinned_mesh ignores an entry. Refused: what is negative or not
  /// finite.
  void set_min_influence(float min_influence);
  float min_influence() const { return min_influence_; }

  /// Every entry for the vertex that it names, also those of weight zero; the entries of a vertex
  /// in order of bone number, those of one bone in their order. Refused: an entry whose vertex
  /// there is not.
  VertexInfluences by_vertex() const;

  /// All that is wrong, in time linear in entries, bones and vertices: first what is wrong with
  /// entries, in order of bone, entry and Kind; then with vertices, in order of vertex.
  /// - An entry whose vertex there is not counts for no vertex, and is no duplicate.
  /// - A duplicate is one whatever the weights are: each entry but the first that names the vertex.
  /// - Weights are added in double, in the order of by_vertex(). They are not said to miss one
  ///   where there is no influence, or where one is not finite: that is said already.
  std::vector<SkinProblem> validate() const;

private:
  struct Bone {
    std::string name;
    ulna_mat44 offset{{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}};
    std::vector<uint32_t> vertices;
    std::vector<float> weights;
  };

  Bone& at(uint32_t bone);
  const Bone& at(uint32_t bone) const;
  template <class Takes>
  VertexInfluences grouped(const Takes& takes) const;

  uint32_t num_vertices_;
  std::vector<Bone> bones_;
  size_t num_entries_ = 0; ///< of all bones; below 2^32, as first_influence counts them
  float min_influence_ = 0;
};

} // namespace ulna::reference
