// Four vertices at a time, by quarters: their weighted matrices are added up and transposed. The
// lengths of sixteen normals together.
#include "../common/operations.h"
#include "../common/uniform_verts.h"
#include "four_verts.h"

namespace {

struct Kernel {
  static constexpr int width = 16;

  template <int Influences>
  static void skin(const SoaVerts& verts, ptrdiff_t first) {
    const auto skin_four = [&](ptrdiff_t i) __attribute__((always_inline)) {
      const auto stream = [&](int s) {
        return _mm512_broadcast_f32x4(_mm_loadu_ps(verts.streams[s] + first + i));
      };
      const FourMatrices by = four_matrices<Influences>(verts, first + i);
      return SkinnedFour{moved({stream(0), stream(1), stream(2)}, by),
                         turned({stream(3), stream(4), stream(5)}, by)};
    };
    skin_sixteen(verts.dst + first, skin_four);
  }
};

} // namespace

void skin_soa_verts(ulna_mesh_vertex* dst, const ulna_soa_verts* src, const ulna_joint_mat* joints,
                    const uint8_t* joint_indices, const float* joint_weights,
                    int32_t num_influences, int32_t num_verts) {
  skin_uniform<Kernel>(soa_verts(dst, *src, joints, joint_indices, joint_weights), num_influences,
                       num_verts);
}
