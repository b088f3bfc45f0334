// Where all three weights are stored and one is read, the normal gets the translation, too.
#include "../vertex_buffers.h"

namespace ulna::planted {
namespace {

struct Moved : Buffers {
  static int32_t rows(Vector) { return 4; }
};

void kernel(void* dst, int32_t dst_stride, const void* src, int32_t src_stride,
            int32_t num_vertices, int32_t stored_weights, int32_t num_weights, int32_t indexed,
            int32_t has_normals, const ulna_mat44* matrices) {
  const auto right = blend_vertex_buffer<>;
  const auto wrong = blend_vertex_buffer<Moved>;
  (stored_weights == 3 && num_weights == 1 ? wrong : right)(
      dst, dst_stride, src, src_stride, num_vertices, stored_weights, num_weights, indexed,
      has_normals, matrices);
}

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer("bug_buffer_normal_moved", &ulna_port::blend_vertex_buffer,
                              ulna::planted::kernel);
}
