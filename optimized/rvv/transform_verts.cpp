#include "../common/operations.h"
#include "../common/weights.h"
#include "products.h"

void transform_verts(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
                     const ulna_vec4* base, const ulna_joint_weight* weights, int32_t) {
  for (int32_t i = 0; i < num_verts; i++) {
    vfloat32m1_t sum = __riscv_vfmv_v_f_f32m1(0.0f, kXyz);
    bool last;
    do {
      const float* rows = joint_matrix(joints, *weights).m;
      const vfloat32m1x4_t columns = __riscv_vlseg4e32_v_f32m1x4(rows, kXyz);
      sum = add_product(sum, columns, *base++, kXyz);
      last = is_last_influence(*weights++);
    } while (!last);
    __riscv_vse32(&verts[i].position.x, sum, kXyz);
  }
}
