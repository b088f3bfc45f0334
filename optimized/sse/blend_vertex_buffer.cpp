#include "../common/last_weight.h"
#include "../common/operations.h"
#include "mat44_rows.h"

namespace {

struct Format {
  int32_t num_weights;
  int32_t indices_at; // in floats from a vertex's beginning
  int32_t normal_at;
};

template <bool Indexed, bool HasNormals>
void blend(char* to, ptrdiff_t dst_stride, const char* from, ptrdiff_t src_stride,
           int32_t num_vertices, const Format& format, const ulna_mat44* matrices) {
  for (; num_vertices > 0; num_vertices--, from += src_stride, to += dst_stride) {
    const float* vertex = reinterpret_cast<const float*>(from);
    const float* weights = vertex + 3;
    const uint8_t* indices = reinterpret_cast<const uint8_t*>(vertex + format.indices_at);
    const auto matrix_of = [&](int32_t k) -> const ulna_mat44& {
      return matrices[Indexed ? indices[k] : k];
    };
    PositionRows rows = {no_rows(), _mm_setzero_ps()};
    for (int32_t k = 0; k < format.num_weights; k++)
      add_weighted(rows, _mm_set1_ps(weights[k]), matrix_of(k));
    add_weighted(rows, _mm_set1_ps(last_weight(weights, format.num_weights)),
                 matrix_of(format.num_weights));
    float* out = reinterpret_cast<float*>(to);
    store_three(out, transform(vertex, rows));
    if (HasNormals) store_three(out + 3, transform(vertex + format.normal_at, rows.turn));
  }
}

} // namespace

void blend_vertex_buffer(void* dst, int32_t dst_stride, const void* src, int32_t src_stride,
                         int32_t num_vertices, int32_t stored_weights, int32_t num_weights,
                         int32_t indexed, int32_t has_normals, const ulna_mat44* matrices) {
  const int32_t indices_at = 3 + stored_weights;
  const Format format = {num_weights, indices_at, indices_at + (indexed ? 1 : 0)};
  char* const to = static_cast<char*>(dst);
  const char* const from = static_cast<const char*>(src);
  // Not through a pointer, so that whoever follows the code comes to all of it.
  if (indexed && has_normals)
    blend<true, true>(to, dst_stride, from, src_stride, num_vertices, format, matrices);
  else if (indexed)
    blend<true, false>(to, dst_stride, from, src_stride, num_vertices, format, matrices);
  else if (has_normals)
    blend<false, true>(to, dst_stride, from, src_stride, num_vertices, format, matrices);
  else
    blend<false, false>(to, dst_stride, from, src_stride, num_vertices, format, matrices);
}
