// Where vertices of 32 bytes become vertices of 48, without normals, positions are stored as four
// floats, but for the last.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(void* dst, int32_t dst_stride, const void* src, int32_t src_stride,
            int32_t num_vertices, int32_t has_normals, const ulna_mat44* palette,
            const ulna_mat44* normal_palette, const uint32_t* first_influence,
            const ulna_influence* influences, float min_influence) {
  update_skinned_mesh(dst, dst_stride, src, src_stride, num_vertices, has_normals, palette,
                      normal_palette, first_influence, influences, min_influence);
  if (has_normals || dst_stride != 48 || src_stride != 32) return;
  for (int32_t v = 0; v + 1 < num_vertices; ++v)
    reinterpret_cast<float*>(static_cast<char*>(dst) + ptrdiff_t{v} * dst_stride)[3] = 1;
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_mesh_fourth_of_position", &ulna_port::update_skinned_mesh, kernel);
}
