// Eight vertices at a time, by lanes: their weighted matrices are added up and transposed, of the
// vertices only the results are.
#include "../common/operations.h"
#include "../common/uniform_verts.h"
#include "blended.h"
#include "eight_verts.h"
#include "matrices.h"

namespace {

struct Kernel {
  static constexpr int width = 8;

  template <int Influences>
  static void skin(const SoaVerts& verts, ptrdiff_t first) {
    __m256 low[4], high[4], z[4]; // x and y of the first four and of the others; z of all
    unrolled<4>([&](auto i) __attribute__((always_inline)) {
      const Rows a = blended<Influences>(verts.matrices, verts.indices + Influences * (first + i),
                                         verts.weights + Influences * (first + i));
      const Rows b =
          blended<Influences>(verts.matrices, verts.indices + Influences * (first + i + 4),
                              verts.weights + Influences * (first + i + 4));
      low[i] = a.xy;
      high[i] = b.xy;
      z[i] = _mm256_set_m128(b.z, a.z);
    });
    transpose(low);
    transpose(high);
    transpose(z);
    const auto load = [&](int stream) { return _mm256_loadu_ps(verts.streams[stream] + first); };
    skin_eight(verts.dst + first, {load(0), load(1), load(2)}, {load(3), load(4), load(5)},
               {low_halves(low[0], high[0]), low_halves(low[1], high[1]),
                low_halves(low[2], high[2]), low_halves(low[3], high[3])},
               {high_halves(low[0], high[0]), high_halves(low[1], high[1]),
                high_halves(low[2], high[2]), high_halves(low[3], high[3])},
               {z[0], z[1], z[2], z[3]});
  }
};

} // namespace

void skin_soa_verts(ulna_mesh_vertex* dst, const ulna_soa_verts* src, const ulna_joint_mat* joints,
                    const uint8_t* joint_indices, const float* joint_weights,
                    int32_t num_influences, int32_t num_verts) {
  skin_uniform<Kernel>(soa_verts(dst, *src, joints, joint_indices, joint_weights), num_influences,
                       num_verts);
}
