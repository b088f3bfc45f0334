// How a case of update_skinned_mesh is laid out.
#pragma once

#include "cases/operation.h"

namespace ulna::skinned_mesh {

/// The order of Operation::arrays, and of its integers. An empty normal_palette is passed as NULL.
enum : int { kDst, kSrc, kPalette, kNormalPalette, kFirstInfluence, kInfluences };
enum : size_t { kDstStride, kSrcStride, kHasNormals };

inline constexpr size_t kPositionBytes = 12;
inline constexpr size_t kVertexBytes = 24; ///< with its normal

inline size_t num_vertices(const Case& c) {
  return c.arrays[kSrc].size() / size_t(c.integers[kSrcStride]);
}

/// The bytes of a vertex that are read and written.
inline size_t used_bytes(const Case& c) {
  return c.integers[kHasNormals] ? kVertexBytes : kPositionBytes;
}

/// See cases/mend.h: skinned_mesh_mend.cpp.
void make_valid(Case& c);
void enter_domain(Case& c);

} // namespace ulna::skinned_mesh
