// A joint matrix in two registers: rows x and y, and row z.
#ifndef ULNA_AVX2_MATRICES_H
#define ULNA_AVX2_MATRICES_H

#include "../common/weights.h"
#include "sums.h"

struct Rows {
  __m256 xy;
  __m128 z;
};

inline Rows load(const ulna_joint_mat& mat) {
  return {_mm256_loadu_ps(mat.m), _mm_load_ps(mat.m + 8)};
}

// The vector beside each row of two.
inline __m256 load_for_rows(const ulna_vec4& v) {
  return _mm256_broadcast_ps(reinterpret_cast<const __m128*>(&v));
}

inline Rows multiply(const Rows& rows, __m256 by) {
  return {_mm256_mul_ps(rows.xy, by), _mm_mul_ps(rows.z, _mm256_castps256_ps128(by))};
}

// rows * by + sum
inline Rows multiply_add(const Rows& rows, __m256 by, const Rows& sum) {
  return {_mm256_fmadd_ps(rows.xy, by, sum.xy),
          _mm_fmadd_ps(rows.z, _mm256_castps256_ps128(by), sum.z)};
}

// Floats are stored by twos and ones, so that the w of a vector is left alone.
inline void store_low(float* two, __m128 v) {
  _mm_storel_pi(reinterpret_cast<__m64*>(two), v);
}
inline void store_high(float* two, __m128 v) {
  _mm_storeh_pi(reinterpret_cast<__m64*>(two), v);
}
template <int Lane>
inline void store_lane(float* one, __m128 v) {
  _mm_store_ss(one, _mm_permute_ps(v, Lane));
}

#endif
