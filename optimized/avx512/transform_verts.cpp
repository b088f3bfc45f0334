// Four vertices at a time share the horizontal sums.
#include "../common/operations.h"
#include "../common/unrolled.h"
#include "matrices.h"

static inline void store_xyz(ulna_vec4& out, __m128 xyz) {
  _mm_mask_storeu_ps(&out.x, 0x7, xyz);
}

[[gnu::flatten]] void transform_verts(ulna_vertex* verts, int32_t num_verts,
                                      const ulna_joint_mat* joints, const ulna_vec4* base,
                                      const ulna_joint_weight* weights, int32_t) {
  // The products of all influences of a vertex, added up.
  const auto next_vertex = [&] {
    __m512 sum = _mm512_mul_ps(load(joint_matrix(joints, *weights)), load_for_rows(*base++));
    while (!is_last_influence(*weights++))
      sum = _mm512_fmadd_ps(load(joint_matrix(joints, *weights)), load_for_rows(*base++), sum);
    return sum;
  };
  for (; num_verts >= 4; num_verts -= 4, verts += 4) {
    const __m512 a = next_vertex();
    const __m512 b = next_vertex();
    const __m512 c = next_vertex();
    const __m512 d = next_vertex();
    const __m512 xyz = row_sums(a, b, c, d);
    unrolled<4>([&](auto i) { store_xyz(verts[i].position, quarter<i>(xyz)); });
  }
  for (; num_verts > 0; num_verts--, verts++) {
    const __m512 a = next_vertex();
    store_xyz(verts->position, quarter<0>(row_sums(a, a, a, a)));
  }
}
