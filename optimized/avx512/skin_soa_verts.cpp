// Four vertices at a time, by quarters: their weighted matrices are added up and transposed. The
// lengths of sixteen normals together.
#include "../common/operations.h"
#include "../common/uniform_verts.h"
#include "blended.h"
#include "four_verts.h"

namespace {

struct Kernel {
  static constexpr int width = 16;

  template <int Influences>
  static void skin(const SoaVerts& verts, ptrdiff_t first) {
    skin_sixteen(verts.dst + first, [&](int four, __m512& position, __m512& normal) __attribute__((always_inline)) {
      const ptrdiff_t from = first + 4 * four;
      const auto matrix = [&](int i) {
        return blended<Influences>(verts.matrices, verts.indices + Influences * (from + i),
                                   verts.weights + Influences * (from + i));
      };
      const auto stream = [&](int s) {
        return _mm512_broadcast_f32x4(_mm_loadu_ps(verts.streams[s] + from));
      };
      const FourMatrices by = transposed(matrix(0), matrix(1), matrix(2), matrix(3));
      position = moved({stream(0), stream(1), stream(2)}, by);
      normal = turned({stream(3), stream(4), stream(5)}, by);
    });
  }
};

} // namespace

void skin_soa_verts(ulna_mesh_vertex* dst, const ulna_soa_verts* src, const ulna_joint_mat* joints,
                    const uint8_t* joint_indices, const float* joint_weights,
                    int32_t num_influences, int32_t num_verts) {
  skin_uniform<Kernel>(soa_verts(dst, *src, joints, joint_indices, joint_weights), num_influences,
                       num_verts);
}
