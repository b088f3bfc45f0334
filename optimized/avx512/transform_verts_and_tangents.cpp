#include "../common/operations.h"
#include "matrices.h"

[[gnu::flatten]] void transform_verts_and_tangents(ulna_vertex* verts, int32_t num_verts,
                                                   const ulna_joint_mat* joints,
                                                   const ulna_vec4* base,
                                                   const ulna_joint_weight* weights, int32_t) {
  const __mmask16 all_xyz = 0x0777; // of a vertex
  for (; num_verts > 0; num_verts--, verts++, base += 3) {
    const auto weight = [&] { return _mm512_set1_ps(weights->weight); };
    __m512 mat = _mm512_mul_ps(load(joint_matrix(joints, *weights)), weight());
    while (!is_last_influence(*weights++))
      mat = _mm512_fmadd_ps(load(joint_matrix(joints, *weights)), weight(), mat);
    const __m512 position = _mm512_mul_ps(mat, load_for_rows(base[0]));
    const __m512 normal = _mm512_mul_ps(mat, load_for_rows(base[1]));
    const __m512 tangent = _mm512_mul_ps(mat, load_for_rows(base[2]));
    _mm512_mask_storeu_ps(verts, all_xyz, row_sums(position, normal, tangent, tangent));
  }
}
