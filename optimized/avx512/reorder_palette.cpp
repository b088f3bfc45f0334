#include "../common/operations.h"

#include <immintrin.h>

void reorder_palette(ulna_joint_mat* joints, const ulna_mat44* palette, int32_t num_joints) {
  const __m512i transposed =
      _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
  for (int32_t i = 0; i < num_joints; i++) {
    const __m512 columns = _mm512_permutexvar_ps(transposed, _mm512_loadu_ps(palette[i].m));
    _mm256_storeu_ps(joints[i].m, _mm512_castps512_ps256(columns));
    _mm_store_ps(joints[i].m + 8, _mm512_extractf32x4_ps(columns, 2));
  }
}
