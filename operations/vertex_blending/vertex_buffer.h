// Vertices in any format of Direct3D 9, as blend_vertex_buffer reads them.
#pragma once

#include "operations/vertex_blending/vertex_blending.h"

namespace ulna::vertex_buffer {

/// The order of Operation::arrays, that of blend_vertices, and of its integers.
enum : int { kDst, kSrc, kMatrices };
enum : size_t { kDstStride, kSrcStride, kStoredWeights, kNumWeights, kIndexed, kHasNormals };

inline constexpr size_t kPositionWords = 3;
inline constexpr size_t kNormalWords = 3;

/// What a vertex has, and where, in words from its beginning.
struct Format {
  int64_t stored_weights = 0;
  bool indexed = false;
  bool has_normals = false;

  int64_t indices() const { return int64_t{kPositionWords} + stored_weights; }
  int64_t normal() const { return indices() + indexed; }
  /// How many are read, and how many are written.
  size_t read() const { return size_t(normal()) + (has_normals ? kNormalWords : 0); }
  size_t written() const { return kPositionWords + (has_normals ? kNormalWords : 0); }
};

inline Format format_of(const Case& c) {
  return {c.integers[kStoredWeights], c.integers[kIndexed] != 0, c.integers[kHasNormals] != 0};
}

/// How the vertices of the case are blended.
inline vertex_blending::Blend blend_of(const Case& c) {
  return {size_t(c.integers[kNumWeights]) + 1, c.integers[kIndexed] != 0,
          c.integers[kHasNormals] != 0, allowance(c)};
}

inline size_t num_vertices(const Case& c) {
  return c.arrays[kSrc].size() / size_t(c.integers[kSrcStride]);
}

/// A vertex of the buffer; what its format lacks is zero.
ulna_blend_vertex vertex_of(const Case& c, size_t vertex);

/// Writes what the format has of a vertex.
void set_vertex(Case& c, size_t vertex, const ulna_blend_vertex& v);

/// The vertices of a case of blend_vertices or blend_vertices_indexed in a buffer, at these strides
/// in bytes, or as near to each other as they can be. The format stores at least the weights that
/// the case reads; of dst as much as there is comes along, and what lies between the vertices is
/// zero.
Case in_buffer(const Case& blended, const Format& format, size_t dst_stride = 0,
               size_t src_stride = 0);

Case generate(uint64_t seed, uint64_t i);
uint64_t num_edge_cases();

} // namespace ulna::vertex_buffer
