#include "../common/last_weight.h"
#include "../common/operations.h"
#include "mat44.h"

void blend_vertex_buffer(void* dst, int32_t dst_stride, const void* src, int32_t src_stride,
                         int32_t num_vertices, int32_t stored_weights, int32_t num_weights,
                         int32_t indexed, int32_t has_normals, const ulna_mat44* matrices) {
  const char* from = static_cast<const char*>(src);
  char* to = static_cast<char*>(dst);
  const int32_t indices_at = 3 + stored_weights;
  const int32_t normal_at = indices_at + (indexed ? 1 : 0);
  for (int32_t i = 0; i < num_vertices; i++, from += src_stride, to += dst_stride) {
    const float* vertex = reinterpret_cast<const float*>(from);
    const float* weights = vertex + 3;
    const uint8_t* indices = reinterpret_cast<const uint8_t*>(vertex + indices_at);
    float position[3] = {};
    float normal[3] = {};
    for (int32_t k = 0; k <= num_weights; k++) {
      const float weight = k < num_weights ? weights[k] : last_weight(weights, num_weights);
      const ulna_mat44& matrix = matrices[indexed ? indices[k] : k];
      add_position(position, weight, vertex, matrix.m);
      if (has_normals) add_normal(normal, weight, vertex + normal_at, matrix.m);
    }
    float* out = reinterpret_cast<float*>(to);
    store(out, position);
    if (has_normals) store(out + 3, normal);
  }
}
