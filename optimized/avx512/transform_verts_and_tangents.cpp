#include "../common/operations.h"
#include "products.h"

[[gnu::flatten]] void transform_verts_and_tangents(ulna_vertex* verts, int32_t num_verts,
                                                   const ulna_joint_mat* joints,
                                                   const ulna_vec4* base,
                                                   const ulna_joint_weight* weights, int32_t) {
  for (; num_verts > 0; num_verts--, verts++, base += 3) {
    const auto weight = [&] { return _mm512_set1_ps(weights->weight); };
    __m512 mat = _mm512_mul_ps(load(joint_matrix(joints, *weights)), weight());
    while (!is_last_influence(*weights++))
      mat = _mm512_fmadd_ps(load(joint_matrix(joints, *weights)), weight(), mat);
    store_products(*verts, mat, base);
  }
}
