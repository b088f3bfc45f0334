#include "../common/operations.h"
#include "mat44_pairs.h"

void reorder_palette(ulna_joint_mat* joints, const ulna_mat44* palette, int32_t num_joints) {
  const __m256i by_turns = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
  for (int32_t i = 0; i < num_joints; i++) {
    const Mat44Pairs mat = load(palette[i]);
    // Of columns 0 and 1: x and z, and in the other half y and t. Then of column 2.
    const __m256 first = _mm256_unpacklo_ps(mat.xy, mat.zt);
    const __m256 last = _mm256_unpackhi_ps(mat.xy, mat.zt);
    _mm256_storeu_ps(joints[i].m, _mm256_permutevar8x32_ps(first, by_turns));
    _mm_store_ps(joints[i].m + 8, _mm256_castps256_ps128(_mm256_permutevar8x32_ps(last, by_turns)));
  }
}
