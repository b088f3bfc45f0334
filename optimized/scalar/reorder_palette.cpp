#include "../common/operations.h"

void reorder_palette(ulna_joint_mat* joints, const ulna_mat44* palette, int32_t num_joints) {
  for (int32_t i = 0; i < num_joints; i++)
    for (int c = 0; c < 3; c++)
      for (int r = 0; r < 4; r++) joints[i].m[4 * c + r] = palette[i].m[4 * r + c];
}
