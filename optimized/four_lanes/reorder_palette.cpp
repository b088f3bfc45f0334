#include "../common/operations.h"
#include "vectors.h"

void reorder_palette(ulna_joint_mat* joints, const ulna_mat44* palette, int32_t num_joints) {
  for (int32_t i = 0; i < num_joints; i++) {
    const Columns columns = load_columns(palette[i].m);
    store(joints[i].m, columns.x);
    store(joints[i].m + 4, columns.y);
    store(joints[i].m + 8, columns.z);
  }
}
