#ifndef ULNA_SSE3_FOUR_PRODUCTS_H
#define ULNA_SSE3_FOUR_PRODUCTS_H

#include "../common/four_joints.h"

#include <pmmintrin.h>

// The sums of four registers, in the lanes of one.
inline __m128 sums(__m128 a, __m128 b, __m128 c, __m128 d) {
  return _mm_hadd_ps(_mm_hadd_ps(a, b), _mm_hadd_ps(c, d));
}

inline __m128 dot_products(const ulna_joint_quat* joints, const ulna_joint_quat* blend_joints,
                           const FourJoints& four) {
  const auto products = [&](ptrdiff_t j) {
    return _mm_mul_ps(load(joints[j].q), load(blend_joints[j].q));
  };
  return sums(products(four.lane[0]), products(four.lane[1]), products(four.lane[2]),
              products(four.lane[3]));
}

#endif
