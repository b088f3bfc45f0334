#include "../common/operations.h"
#include "../common/weights.h"
#include "matrix.h"

void transform_verts_and_tangents(ulna_vertex* verts, int32_t num_verts,
                                  const ulna_joint_mat* joints, const ulna_vec4* base,
                                  const ulna_joint_weight* weights, int32_t) {
  for (int32_t i = 0; i < num_verts; i++, base += 3) {
    float sum[12] = {};
    bool last;
    do {
      const float* m = joint_matrix(joints, *weights).m;
      for (int k = 0; k < 12; k++) sum[k] += weights->weight * m[k];
      last = is_last_influence(*weights++);
    } while (!last);
    store_products(verts[i], sum, base);
  }
}
