#include "../common/operations.h"
#include "../common/weights.h"
#include "rows.h"

void transform_verts_and_tangents_lod(ulna_vertex* verts, int32_t num_verts,
                                      const ulna_joint_mat* joints, const ulna_vec4* base,
                                      const ulna_joint_weight* weights, int32_t) {
  for (int32_t i = 0; i < num_verts; i++, base += 3) {
    // Before the stores: for all that a compiler knows they could change it.
    const ulna_joint_weight* const next = first_of_next(weights);
    store_products(verts[i], load_rows(joint_matrix(joints, *weights)), base);
    weights = next;
  }
}
