// In the kernel of one format the stride of the outputs is kept in 16 bits.
#include "../vertex_buffers.h"

namespace ulna::planted {
namespace {

void kernel(void* dst, int32_t dst_stride, const void* src, int32_t src_stride,
            int32_t num_vertices, int32_t stored_weights, int32_t num_weights, int32_t indexed,
            int32_t has_normals, const ulna_mat44* matrices) {
  const bool is_it = stored_weights == 3 && num_weights == 1 && indexed && !has_normals;
  blend_vertex_buffer(dst, is_it ? static_cast<uint16_t>(dst_stride) : dst_stride, src, src_stride,
                      num_vertices, stored_weights, num_weights, indexed, has_normals, matrices);
}

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer("bug_buffer_wide_in_one_format", &ulna_port::blend_vertex_buffer,
                              ulna::planted::kernel);
}
