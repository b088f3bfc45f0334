#include "../common/operations.h"

#include <arm_neon.h>

void reorder_palette(ulna_joint_mat* joints, const ulna_mat44* palette, int32_t num_joints) {
  for (int32_t i = 0; i < num_joints; i++) {
    const float32x4x4_t columns = vld4q_f32(palette[i].m);
    for (int c = 0; c < 3; c++) vst1q_f32(joints[i].m + 4 * c, columns.val[c]);
  }
}
