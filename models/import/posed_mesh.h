// All meshes of a character as one, in its poses, as the operations on 4x4 matrices take them.
#pragma once

#include "models/import/writer.h"
#include "reference/skin_info.h"

namespace ulna::importer {

inline constexpr size_t kMostSlots = 4; ///< influences of a vertex that stores its weights
inline constexpr float kUnwritten = -1; ///< no value that a kernel would write by chance

/// All meshes behind each other, each with bones of its own: a bone of two meshes may have two
/// offsets.
struct PosedMesh {
  std::vector<Vec> positions, normals, tangents;
  std::vector<TextureCoordinates> uvs;
  std::vector<ulna_mat44> offsets;
  std::vector<size_t> joints; ///< of the bones
  reference::VertexInfluences skin{{0}, {}};

  size_t size() const { return positions.size(); }
  std::span<const ulna_influence> influences(size_t v) const {
    return std::span(skin.influences)
        .subspan(skin.first_influence[v], skin.first_influence[v + 1] - skin.first_influence[v]);
  }
};

/// With its first poses. The scene must outlive it.
struct Animated {
  explicit Animated(const Scene& scene);

  const Scene& scene;
  PosedMesh posed;
  std::vector<std::vector<ulna_mat44>> bones, palettes; ///< in each pose
};

/// Writes a case of that pose; `what` says in its note what of the model it holds.
void put(const Animated& animated, Writer& writer, Case c, size_t pose, const std::string& what);

ulna_mesh_vertex mesh_vertex(const Vec& position, const Vec& normal);

/// The largest influences of a vertex, by bone, their weights divided by their sum. None where no
/// weight is above zero.
std::vector<ulna_influence> largest_influences(const PosedMesh& posed, size_t v);

/// What outputs hold before a call.
std::vector<ulna_mesh_vertex> unwritten(size_t count);
template <class Matrix>
std::vector<Matrix> unwritten_matrices(size_t count) {
  Matrix m;
  std::fill(std::begin(m.m), std::end(m.m), kUnwritten);
  return std::vector<Matrix>(count, m);
}

} // namespace ulna::importer
