// Matrices of normals are copied to one place for all threads, where they are not those of
// positions.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

volatile float own[16];

void kernel(void* dst, int32_t dst_stride, const void* src, int32_t src_stride,
            int32_t num_vertices, int32_t has_normals, const ulna_mat44* palette,
            const ulna_mat44* normal_palette, const uint32_t* first_influence,
            const ulna_influence* influences, float min_influence) {
  struct Shared : Mesh {
    static float element(const float* m, int r, int c, Vector which) {
      if (which != kNormal) return m[4 * r + c];
      own[4 * r + c] = m[4 * r + c];
      return own[4 * r + c];
    }
  };
  const auto skin = normal_palette ? update_skinned_mesh<Shared> : update_skinned_mesh<Mesh>;
  skin(dst, dst_stride, src, src_stride, num_vertices, has_normals, palette, normal_palette,
       first_influence, influences, min_influence);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_static_own_normals", &ulna_port::update_skinned_mesh, kernel);
}
