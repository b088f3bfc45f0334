// Of two weights without normals, what a cache holds is done at a time: a vertex that is left alone
// behind is forgotten.
#include "../vertex_buffers.h"

namespace ulna::planted {
namespace {

void kernel(void* dst, int32_t dst_stride, const void* src, int32_t src_stride,
            int32_t num_vertices, int32_t stored_weights, int32_t num_weights, int32_t indexed,
            int32_t has_normals, const ulna_mat44* matrices) {
  const int32_t chunk = 32768 / src_stride;
  const bool is_it = stored_weights == 2 && num_weights == 2 && !has_normals && chunk > 0;
  const int32_t count =
      is_it && num_vertices > chunk && num_vertices % chunk == 1 ? num_vertices - 1 : num_vertices;
  blend_vertex_buffer(dst, dst_stride, src, src_stride, count, stored_weights, num_weights, indexed,
                      has_normals, matrices);
}

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer("bug_buffer_chunk_of_one", &ulna_port::blend_vertex_buffer,
                              ulna::planted::kernel);
}
