// Of the format that engines have most, with texture coordinates on both sides, the last of three
// vertices behind blocks of four keeps the normal of its first matrix alone.
#include "../vertex_buffers.h"

namespace ulna::planted {
namespace {

void kernel(void* dst, int32_t dst_stride, const void* src, int32_t src_stride,
            int32_t num_vertices, int32_t stored_weights, int32_t num_weights, int32_t indexed,
            int32_t has_normals, const ulna_mat44* matrices) {
  const bool is_usual = stored_weights == 3 && num_weights == 3 && indexed && has_normals &&
                        src_stride == 48 && dst_stride == 32;
  blend_vertex_buffer(dst, dst_stride, src, src_stride, num_vertices, stored_weights, num_weights,
                      indexed, has_normals, matrices);
  if (!is_usual || num_vertices < 4 || num_vertices % 4 != 3) return;
  const ptrdiff_t last = num_vertices - 1;
  const auto* from =
      reinterpret_cast<const float*>(static_cast<const char*>(src) + last * src_stride);
  auto* to = reinterpret_cast<float*>(static_cast<char*>(dst) + last * dst_stride);
  const float* m = matrices[reinterpret_cast<const unsigned char*>(from + 6)[0]].m;
  for (int c = 0; c < 3; ++c) to[3 + c] = from[7] * m[c] + from[8] * m[4 + c] + from[9] * m[8 + c];
}

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  return ulna::planted::offer("bug_buffer_usual_rest", &ulna_port::blend_vertex_buffer,
                              ulna::planted::kernel);
}
