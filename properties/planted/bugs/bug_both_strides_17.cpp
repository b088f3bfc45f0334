// Where both strides are the same they are kept in 17 bits.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

void call(void* dst, int32_t dst_stride, const void* src, int32_t src_stride, int32_t num_vertices,
          int32_t has_normals, const ulna_mat44* palette, const ulna_mat44* normal_palette,
          const uint32_t* first_influence, const ulna_influence* influences, float min_influence) {
  if (dst_stride == src_stride) src_stride &= 0x1ffff;
  update_skinned_mesh(dst, dst_stride, src, src_stride, num_vertices, has_normals, palette,
                      normal_palette, first_influence, influences, min_influence);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_both_strides_17", &ulna_port::update_skinned_mesh, call);
}
