// Where the vertices of a block of eight are is kept in 16 bits, as some gathers have it.
#include "../vertex_buffers.h"

namespace ulna::planted {
namespace {

void kernel(void* dst, int32_t dst_stride, const void* src, int32_t src_stride,
            int32_t num_vertices, int32_t stored_weights, int32_t num_weights, int32_t indexed,
            int32_t has_normals, const ulna_mat44* matrices) {
  const auto blend = [&](ptrdiff_t to, ptrdiff_t from, int32_t count) {
    blend_vertex_buffer(static_cast<char*>(dst) + to, dst_stride,
                        static_cast<const char*>(src) + from, src_stride, count, stored_weights,
                        num_weights, indexed, has_normals, matrices);
  };
  int32_t v = 0;
  for (; v + 8 <= num_vertices; v += 8)
    for (int32_t lane = 0; lane < 8; ++lane)
      blend(ptrdiff_t{v + lane} * dst_stride,
            ptrdiff_t{v} * src_stride + static_cast<uint16_t>(lane * src_stride), 1);
  blend(ptrdiff_t{v} * dst_stride, ptrdiff_t{v} * src_stride, num_vertices - v);
}

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer("bug_buffer_lanes_16", &ulna_port::blend_vertex_buffer,
                              ulna::planted::kernel);
}
