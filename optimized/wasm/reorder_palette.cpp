#include "../common/operations.h"
#include "transposed.h"

void reorder_palette(ulna_joint_mat* joints, const ulna_mat44* palette, int32_t num_joints) {
  for (int32_t i = 0; i < num_joints; i++) {
    const float* rows = palette[i].m;
    const Columns columns = transposed(load(rows), load(rows + 4), load(rows + 8), load(rows + 12));
    store(joints[i].m, columns.x);
    store(joints[i].m + 4, columns.y);
    store(joints[i].m + 8, columns.z);
  }
}
