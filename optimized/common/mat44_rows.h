// 4x4 matrices for row vectors, one register per row.
#ifndef ULNA_OPTIMIZED_MAT44_ROWS_H
#define ULNA_OPTIMIZED_MAT44_ROWS_H

#include "ulna/port.h"

#include <emmintrin.h>

struct Mat44Rows {
  __m128 x, y, z, t; // row 3 is the translation
};

template <int Lane>
inline __m128 lane(__m128 v) {
  return _mm_shuffle_ps(v, v, _MM_SHUFFLE(Lane, Lane, Lane, Lane));
}

inline Mat44Rows load(const ulna_mat44& mat) {
  return {_mm_load_ps(mat.m), _mm_load_ps(mat.m + 4), _mm_load_ps(mat.m + 8),
          _mm_load_ps(mat.m + 12)};
}

inline void store(ulna_mat44& mat, const Mat44Rows& rows) {
  _mm_store_ps(mat.m, rows.x);
  _mm_store_ps(mat.m + 4, rows.y);
  _mm_store_ps(mat.m + 8, rows.z);
  _mm_store_ps(mat.m + 12, rows.t);
}

// The first three products of row * mat.
inline __m128 rotate(__m128 row, const Mat44Rows& mat) {
  const __m128 xy = _mm_add_ps(_mm_mul_ps(lane<0>(row), mat.x), _mm_mul_ps(lane<1>(row), mat.y));
  return _mm_add_ps(xy, _mm_mul_ps(lane<2>(row), mat.z));
}

inline __m128 multiply(__m128 row, const Mat44Rows& mat) {
  return _mm_add_ps(rotate(row, mat), _mm_mul_ps(lane<3>(row), mat.t));
}

#endif
