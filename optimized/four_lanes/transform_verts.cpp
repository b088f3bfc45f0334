#include "../common/operations.h"
#include "../common/weights.h"
#include "rows.h"

void transform_verts(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
                     const ulna_vec4* base, const ulna_joint_weight* weights, int32_t) {
  for (int32_t i = 0; i < num_verts; i++) {
    Rows sum = zero_rows();
    bool last;
    do {
      sum = add_product(sum, load_rows(joint_matrix(joints, *weights)), load(*base++));
      last = is_last_influence(*weights++);
    } while (!last);
    store_row_sums(verts[i].position, sum);
  }
}
