// Without normals it loads 16 bytes of a position where the stride has room for them: also of the
// last vertex, behind which the memory may end.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Wide : Mesh {
  static void load(const float* from, float* v) { _mm_storeu_ps(v, load16(from)); }
};

void kernel(void* dst, int32_t dst_stride, const void* src, int32_t src_stride,
            int32_t num_vertices, int32_t has_normals, const ulna_mat44* palette,
            const ulna_mat44* normal_palette, const uint32_t* first_influence,
            const ulna_influence* influences, float min_influence) {
  const bool wide = src_stride >= 16 && !has_normals;
  const auto skin = wide ? update_skinned_mesh<Wide> : update_skinned_mesh<Mesh>;
  skin(dst, dst_stride, src, src_stride, num_vertices, has_normals, palette, normal_palette,
       first_influence, influences, min_influence);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_last_gap_read", &ulna_port::update_skinned_mesh, kernel);
}
