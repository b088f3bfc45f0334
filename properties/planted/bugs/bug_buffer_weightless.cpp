// Without weights the first matrix moves a vertex, whatever its index.
#include "../vertex_buffers.h"

namespace ulna::planted {
namespace {

void kernel(void* dst, int32_t dst_stride, const void* src, int32_t src_stride,
            int32_t num_vertices, int32_t stored_weights, int32_t num_weights, int32_t indexed,
            int32_t has_normals, const ulna_mat44* matrices) {
  if (num_weights > 0)
    return blend_vertex_buffer(dst, dst_stride, src, src_stride, num_vertices, stored_weights,
                               num_weights, indexed, has_normals, matrices);
  struct Port : Buffers {
    static int32_t index(const unsigned char*, int32_t) { return 0; }
  };
  blend_vertex_buffer<Port>(dst, dst_stride, src, src_stride, num_vertices, stored_weights,
                            num_weights, indexed, has_normals, matrices);
}

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer("bug_buffer_weightless", &ulna_port::blend_vertex_buffer,
                              ulna::planted::kernel);
}
