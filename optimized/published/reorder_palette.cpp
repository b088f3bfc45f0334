// Once for each frame, as each matrix is gathered where vertices are arrays of structures.
#include "../common/operations.h"
#include "gather_scatter.h"

void reorder_palette(ulna_joint_mat* joints, const ulna_mat44* palette, int32_t num_joints) {
  for (int32_t i = 0; i < num_joints; i++)
    for (int c = 0; c < 3; c++) _mm_store_ps(joints[i].m + 4 * c, gather(palette[i].m + c, 4));
}
