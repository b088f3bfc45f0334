#include "../common/operations.h"
#include "../common/weights.h"
#include "rows.h"

void transform_verts_and_tangents(ulna_vertex* verts, int32_t num_verts,
                                  const ulna_joint_mat* joints, const ulna_vec4* base,
                                  const ulna_joint_weight* weights, int32_t) {
  for (int32_t i = 0; i < num_verts; i++, base += 3) {
    Rows sum = zero_rows();
    bool last;
    do {
      const Factor weight = load_factor(&weights->weight);
      sum = add_product(sum, load_rows(joint_matrix(joints, *weights)), weight);
      last = is_last_influence(*weights++);
    } while (!last);
    store_products(verts[i], sum, base);
  }
}
