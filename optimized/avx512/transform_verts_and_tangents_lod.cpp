#include "../common/operations.h"
#include "products.h"

[[gnu::flatten]] void transform_verts_and_tangents_lod(ulna_vertex* verts, int32_t num_verts,
                                                       const ulna_joint_mat* joints,
                                                       const ulna_vec4* base,
                                                       const ulna_joint_weight* weights, int32_t) {
  for (; num_verts > 0; num_verts--, verts++, base += 3) {
    // Asked for before the stores, behind which compilers would have to leave it.
    const ulna_joint_weight* const next = first_of_next(weights);
    store_products(*verts, load(joint_matrix(joints, *weights)), base);
    weights = next;
  }
}
