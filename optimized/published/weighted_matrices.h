// Weighted matrices as the first form of Skinning it to 11 adds them up: the last two first.
#ifndef ULNA_PUBLISHED_WEIGHTED_MATRICES_H
#define ULNA_PUBLISHED_WEIGHTED_MATRICES_H

#include "../common/mat44_rows.h"

inline Mat44Rows weighted(const ulna_mat44& mat, float weight) {
  const Mat44Rows rows = load(mat);
  const __m128 w = _mm_set1_ps(weight);
  return {_mm_mul_ps(rows.x, w), _mm_mul_ps(rows.y, w), _mm_mul_ps(rows.z, w),
          _mm_mul_ps(rows.t, w)};
}

inline Mat44Rows add(const Mat44Rows& a, const Mat44Rows& b) {
  return {_mm_add_ps(a.x, b.x), _mm_add_ps(a.y, b.y), _mm_add_ps(a.z, b.z), _mm_add_ps(a.t, b.t)};
}

template <int Influences>
inline Mat44Rows weighted_sum(const ulna_mat44* palette, const uint16_t* indices,
                              const float* weights) {
  const Mat44Rows first = weighted(palette[*indices], *weights);
  if constexpr (Influences == 1)
    return first;
  else
    return add(first, weighted_sum<Influences - 1>(palette, indices + 1, weights + 1));
}

#endif
