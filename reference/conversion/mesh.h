// What a conversion reads and what it hands back, as arrays with their lengths.
#pragma once

#include "ulna/port.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace ulna::reference {

/// Stands for no bone and no neighbour.
inline constexpr uint32_t kNone = UINT32_MAX;

/// ulna_skinned_mesh. The lengths have to agree with each other, and first_influence with
/// influences; the values may be anything.
struct SkinnedMesh {
  std::span<const uint32_t> indices;         ///< 3 for each face
  std::span<const uint32_t> attributes;      ///< one for each face
  std::span<const uint32_t> adjacency;       ///< 3 for each face, or empty: the mesh has none
  std::span<const uint32_t> first_influence; ///< one for each vertex, and one more
  std::span<const ulna_influence> influences;
  uint32_t num_bones = 0;

  uint32_t num_faces() const { return static_cast<uint32_t>(attributes.size()); }
  uint32_t num_vertices() const { return static_cast<uint32_t>(first_influence.size() - 1); }
  std::span<const uint32_t> corners(size_t face) const { return indices.subspan(3 * face, 3); }
  std::span<const ulna_influence> entries(size_t vertex) const {
    return influences.subspan(first_influence[vertex],
                              first_influence[vertex + 1] - first_influence[vertex]);
  }
};

/// What a port returned and wrote: ulna_blended_mesh, whole arrays. Nothing in it is believed
/// before it is checked, not even the lengths of the arrays.
struct Conversion {
  int32_t code = 0;
  ulna_conversion_counts counts{};
  std::span<const ulna_blended_vertex> vertices; ///< 3 for each face
  std::span<const uint32_t> indices;             ///< 3 for each face
  std::span<const ulna_subset> subsets;          ///< one for each face
  std::span<const uint32_t> bones;               ///< max_bones for each face
  std::span<const uint32_t> face_remap;          ///< one for each face
  std::span<const uint32_t> vertex_remap;        ///< 3 for each face
  std::span<const uint32_t> adjacency;           ///< 3 for each face, or empty as the mesh's
};

} // namespace ulna::reference
