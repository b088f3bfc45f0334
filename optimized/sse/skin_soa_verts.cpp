#include "../common/operations.h"
#include "../common/skin_four_verts.h"
#include "unit_normals.h"

namespace {

struct Method : LoadStreams {
  static __m128 inverse_lengths(__m128 squares) { return ::inverse_lengths(squares); }

  // By vertices: four of the six floats, and two.
  static void store(ulna_mesh_vertex* dst, const FourVectors& position, const FourVectors& normal) {
    const FourColumns four = transposed(position.x, position.y, position.z, normal.x);
    const __m128 ab = _mm_unpacklo_ps(normal.y, normal.z);
    const __m128 cd = _mm_unpackhi_ps(normal.y, normal.z);
    const auto last_two = [&](int i) { return reinterpret_cast<__m64*>(dst[i].normal + 1); };
    _mm_storeu_ps(dst[0].position, four.x);
    _mm_storel_pi(last_two(0), ab);
    _mm_storeu_ps(dst[1].position, four.y);
    _mm_storeh_pi(last_two(1), ab);
    _mm_storeu_ps(dst[2].position, four.z);
    _mm_storel_pi(last_two(2), cd);
    _mm_storeu_ps(dst[3].position, four.move);
    _mm_storeh_pi(last_two(3), cd);
  }
};

} // namespace

void skin_soa_verts(ulna_mesh_vertex* dst, const ulna_soa_verts* src, const ulna_joint_mat* joints,
                    const uint8_t* joint_indices, const float* joint_weights,
                    int32_t num_influences, int32_t num_verts) {
  skin_uniform<SkinFourVerts<Method>>(soa_verts(dst, *src, joints, joint_indices, joint_weights),
                                      num_influences, num_verts);
}
