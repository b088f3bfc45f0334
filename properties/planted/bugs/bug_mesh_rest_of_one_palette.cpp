// Of vertices of 32 bytes the last of a rest of three has its normal from the positions' palette.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(void* dst, int32_t dst_stride, const void* src, int32_t src_stride,
            int32_t num_vertices, int32_t has_normals, const ulna_mat44* palette,
            const ulna_mat44* normal_palette, const uint32_t* first_influence,
            const ulna_influence* influences, float min_influence) {
  const auto skin = [&](int32_t first, int32_t count, const ulna_mat44* of_normals) {
    update_skinned_mesh(static_cast<char*>(dst) + ptrdiff_t{first} * dst_stride, dst_stride,
                        static_cast<const char*>(src) + ptrdiff_t{first} * src_stride, src_stride,
                        count, has_normals, palette, of_normals, first_influence + first,
                        influences, min_influence);
  };
  const bool is_layout = has_normals && dst_stride == 32 && src_stride == 32;
  if (!is_layout || num_vertices % 4 != 3) return skin(0, num_vertices, normal_palette);
  skin(0, num_vertices - 1, normal_palette);
  skin(num_vertices - 1, 1, nullptr);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_mesh_rest_of_one_palette", &ulna_port::update_skinned_mesh, kernel);
}
