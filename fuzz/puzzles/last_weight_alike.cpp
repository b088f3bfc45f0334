// Vertices side by side with the same indices and the same last weight are taken to have the same
// weights.
#include "../../properties/planted/vertex_buffers.h"

#include <cstring>

namespace ulna::planted {
namespace {

struct Vertices {
  const char* at;
  int32_t stride, stored_weights, num_weights;

  const float* operator[](int32_t vertex) const {
    return reinterpret_cast<const float*>(at + ptrdiff_t{vertex} * stride);
  }
  bool are_alike(int32_t a, int32_t b) const {
    const float *one = (*this)[a], *other = (*this)[b];
    return Mesh::last_weight(one + 3, num_weights) == Mesh::last_weight(other + 3, num_weights) &&
           std::memcmp(one + 3 + stored_weights, other + 3 + stored_weights,
                       size_t(num_weights) + 1) == 0;
  }
};

void last_weight_alike(void* dst, int32_t dst_stride, const void* src, int32_t src_stride,
                       int32_t num_vertices, int32_t stored_weights, int32_t num_weights,
                       int32_t indexed, int32_t has_normals, const ulna_mat44* matrices) {
  const Vertices vertices{static_cast<const char*>(src), src_stride, stored_weights, num_weights};
  for (int32_t v = 0; v < num_vertices; ++v) {
    char vertex[64];
    std::memcpy(vertex, vertices[v],
                size_t(3 + stored_weights + !!indexed + 3 * !!has_normals) * 4);
    if (indexed && v > 0 && vertices.are_alike(v, v - 1))
      std::memcpy(vertex + 12, vertices[v - 1] + 3, size_t(num_weights) * 4);
    blend_vertex_buffer(static_cast<char*>(dst) + ptrdiff_t{v} * dst_stride, dst_stride, vertex,
                        src_stride, 1, stored_weights, num_weights, indexed, has_normals, matrices);
  }
}

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer("last_weight_alike", &ulna_port::blend_vertex_buffer,
                              ulna::planted::last_weight_alike);
}
