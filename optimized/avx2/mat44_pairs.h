// A 4x4 matrix in two registers of two rows each.
#ifndef ULNA_AVX2_MAT44_PAIRS_H
#define ULNA_AVX2_MAT44_PAIRS_H

#include "ulna/port.h"

#include <immintrin.h>

struct Mat44Pairs {
  __m256 xy, zt; // row 3 is the translation
};

inline Mat44Pairs load(const ulna_mat44& mat) {
  return {_mm256_loadu_ps(mat.m), _mm256_loadu_ps(mat.m + 8)};
}

inline Mat44Pairs multiply(const Mat44Pairs& mat, __m256 by) {
  return {_mm256_mul_ps(mat.xy, by), _mm256_mul_ps(mat.zt, by)};
}

// mat * by + sum
inline Mat44Pairs multiply_add(const Mat44Pairs& mat, __m256 by, const Mat44Pairs& sum) {
  return {_mm256_fmadd_ps(mat.xy, by, sum.xy), _mm256_fmadd_ps(mat.zt, by, sum.zt)};
}

#endif
