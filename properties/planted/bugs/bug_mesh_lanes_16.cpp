// Where the vertices of a block of eight are is kept in 16 bits, as some scatters have it.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(void* dst, int32_t dst_stride, const void* src, int32_t src_stride,
            int32_t num_vertices, int32_t has_normals, const ulna_mat44* palette,
            const ulna_mat44* normal_palette, const uint32_t* first_influence,
            const ulna_influence* influences, float min_influence) {
  const auto skin = [&](ptrdiff_t to, int32_t first, int32_t count) {
    update_skinned_mesh(static_cast<char*>(dst) + to, dst_stride,
                        static_cast<const char*>(src) + ptrdiff_t{first} * src_stride, src_stride,
                        count, has_normals, palette, normal_palette, first_influence + first,
                        influences, min_influence);
  };
  int32_t v = 0;
  for (; v + 8 <= num_vertices; v += 8)
    for (int32_t lane = 0; lane < 8; ++lane)
      skin(ptrdiff_t{v} * dst_stride + static_cast<uint16_t>(lane * dst_stride), v + lane, 1);
  skin(ptrdiff_t{v} * dst_stride, v, num_vertices - v);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_mesh_lanes_16", &ulna_port::update_skinned_mesh, kernel);
}
