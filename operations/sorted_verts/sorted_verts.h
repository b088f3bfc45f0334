// How a case of skin_sorted_verts is laid out: streams of vertices, sorted by their number of
// influences.
#pragma once

#include "cases/operation.h"

namespace ulna::sorted_verts {

/// The order of Operation::arrays. Empty src_normals are passed as NULL, and so are normals then.
enum : int {
  kPositions,
  kNormals,
  kSrcPositions,
  kSrcNormals,
  kPalette,
  kJointIndices,
  kJointWeights,
  kCounts
};

inline constexpr size_t kMostInfluences = 4;
inline constexpr size_t kMostMatrices = size_t{1} << 16; ///< that 16 bits can name

/// How many vertices there are of 1, 2, 3 and 4 influences.
using Counts = std::array<size_t, kMostInfluences>;

inline size_t num_vertices(const Case& c) {
  return c.arrays[kSrcPositions].size() / sizeof(ulna_vec4);
}
inline bool has_normals(const Case& c) {
  return c.arrays[kSrcNormals].size() > 0;
}

/// The entries of joint_indices, or of joint_weights, that so many vertices have.
size_t num_indices(const Counts& counts);
size_t num_weights(const Counts& counts);

/// Where the influences of each vertex lie.
class Groups {
public:
  explicit Groups(const Counts& counts) : counts_(counts) {}
  /// Of a valid case.
  explicit Groups(const Case& c);

  struct Place {
    size_t influences;
    size_t first_index;  ///< in joint_indices
    size_t first_weight; ///< in joint_weights, of more influences than one
  };
  Place operator[](size_t vertex) const;

  const Counts& counts() const { return counts_; }

private:
  Counts counts_;
};

struct Influence {
  uint32_t joint;
  float weight;
};

/// All that belongs to one vertex: what is read, and what is there before the call.
struct Vertex {
  ulna_vec4 position, normal;
  ulna_vec4 src_position, src_normal;
  std::vector<Influence> influences; ///< 1 to 4; the weight of a lone one is 1 and is not stored
};

/// The vertices of a valid case.
std::vector<Vertex> unpacked(const Case& c);

/// Gives a case these vertices in place of its own, sorted by their number of influences and in
/// their order otherwise.
void pack(Case& c, std::span<const Vertex> vertices, bool has_normals);

/// See cases/mend.h. The source positions say how many vertices there are. A count takes no more
/// than are left, and what is left in the end goes to the last group that has a vertex.
void make_valid(Case& c);
void enter_domain(Case& c);

extern const std::span<const Move> kMoves; ///< moves.cpp

} // namespace ulna::sorted_verts
