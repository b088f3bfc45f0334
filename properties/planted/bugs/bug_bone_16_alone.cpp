// Where there are no normals, bone numbers are cut to 16 bits.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Cut : Mesh {
  static ulna_influence influence(const ulna_influence* own, int32_t k, int32_t, float) {
    return {own[k].bone & 0xffff, own[k].weight};
  }
};

void kernel(void* dst, int32_t dst_stride, const void* src, int32_t src_stride,
            int32_t num_vertices, int32_t has_normals, const ulna_mat44* palette,
            const ulna_mat44* normal_palette, const uint32_t* first_influence,
            const ulna_influence* influences, float min_influence) {
  (has_normals ? update_skinned_mesh<Mesh>
               : update_skinned_mesh<Cut>)(dst, dst_stride, src, src_stride, num_vertices,
                                           has_normals, palette, normal_palette, first_influence,
                                           influences, min_influence);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_bone_16_alone", &ulna_port::update_skinned_mesh, kernel);
}
