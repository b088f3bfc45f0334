#include "../common/four_verts.h"
#include "../common/operations.h"

void reorder_palette(ulna_joint_mat* joints, const ulna_mat44* palette, int32_t num_joints) {
  for (int32_t i = 0; i < num_joints; i++) {
    const float* m = palette[i].m;
    const FourColumns columns =
        transposed(_mm_load_ps(m), _mm_load_ps(m + 4), _mm_load_ps(m + 8), _mm_load_ps(m + 12));
    _mm_store_ps(joints[i].m, columns.x);
    _mm_store_ps(joints[i].m + 4, columns.y);
    _mm_store_ps(joints[i].m + 8, columns.z);
  }
}
