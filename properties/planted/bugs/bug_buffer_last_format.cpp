// Where a call has the number of vertices of the one before, its format is taken for the same.
#include "../vertex_buffers.h"

namespace ulna::planted {
namespace {

void kernel(void* dst, int32_t dst_stride, const void* src, int32_t src_stride,
            int32_t num_vertices, int32_t stored_weights, int32_t num_weights, int32_t indexed,
            int32_t has_normals, const ulna_mat44* matrices) {
  static int32_t last_vertices = -1, last_weights = 0, last_stride = 0, last_indexed = 0;
  const bool same_shape = last_vertices == num_vertices && last_stride == src_stride &&
                          last_indexed == indexed && last_weights >= num_weights;
  if (!same_shape) last_weights = stored_weights;
  last_vertices = num_vertices;
  last_stride = src_stride;
  last_indexed = indexed;
  blend_vertex_buffer(dst, dst_stride, src, src_stride, num_vertices, last_weights, num_weights,
                      indexed, has_normals, matrices);
}

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer("bug_buffer_last_format", &ulna_port::blend_vertex_buffer,
                              ulna::planted::kernel);
}
