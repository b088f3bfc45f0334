// A joint matrix in one register: a row in each quarter, zeros in the last.
#ifndef ULNA_AVX512_MATRICES_H
#define ULNA_AVX512_MATRICES_H

#include "../common/weights.h"
#include "sums.h"

// In two parts: a masked load of all would cross a cache line three times as often.
inline __m512 load(const ulna_joint_mat& mat) {
  const __m512 xy = _mm512_zextps256_ps512(_mm256_loadu_ps(mat.m));
  return _mm512_insertf32x4(xy, _mm_load_ps(mat.m + 8), 2);
}

// The vector beside each row.
inline __m512 load_for_rows(const ulna_vec4& v) {
  return _mm512_broadcast_f32x4(_mm_load_ps(&v.x));
}

// The sums of the rows of four matrices: x, y and z of matrix i in the quarter i.
inline __m512 row_sums(__m512 a, __m512 b, __m512 c, __m512 d) {
  const __m512i transposed =
      _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
  return _mm512_permutexvar_ps(transposed, sums(a, b, c, d));
}

template <int I>
inline __m128 quarter(__m512 v) {
  return _mm512_extractf32x4_ps(v, I);
}

#endif
