// The products with x, y, z and w are added up apart: four short chains of operations are done
// before a long one, and round less often.
#include "../common/operations.h"
#include "../common/weights.h"
#include "products.h"

void transform_verts(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
                     const ulna_vec4* base, const ulna_joint_weight* weights, int32_t) {
  for (int32_t i = 0; i < num_verts; i++) {
    vfloat32m1_t x = __riscv_vfmv_v_f_f32m1(0.0f, kXyz), y = x, z = x, w = x;
    bool last;
    do {
      const float* rows = joint_matrix(joints, *weights).m;
      const vfloat32m1x4_t columns = __riscv_vlseg4e32_v_f32m1x4(rows, kXyz);
      x = __riscv_vfmacc(x, base->x, __riscv_vget_f32m1(columns, 0), kXyz);
      y = __riscv_vfmacc(y, base->y, __riscv_vget_f32m1(columns, 1), kXyz);
      z = __riscv_vfmacc(z, base->z, __riscv_vget_f32m1(columns, 2), kXyz);
      w = __riscv_vfmacc(w, base->w, __riscv_vget_f32m1(columns, 3), kXyz);
      base++;
      last = is_last_influence(*weights++);
    } while (!last);
    const vfloat32m1_t xy = __riscv_vfadd(x, y, kXyz);
    const vfloat32m1_t zw = __riscv_vfadd(z, w, kXyz);
    __riscv_vse32(&verts[i].position.x, __riscv_vfadd(xy, zw, kXyz), kXyz);
  }
}
