// One pair of quaternions, at any address that is a multiple of 4.
#ifndef ULNA_SSE_SINGLE_QUAT_H
#define ULNA_SSE_SINGLE_QUAT_H

#include "../common/four_joints.h"

// In all lanes.
inline __m128 dot(__m128 a, __m128 b) {
  const __m128 products = _mm_mul_ps(a, b);
  const __m128 pairs = _mm_add_ps(
      products, _mm_shuffle_ps(products, products, _MM_SHUFFLE(2, 3, 0, 1))); // x+y, x+y, z+w, z+w
  return _mm_add_ps(pairs, _mm_shuffle_ps(pairs, pairs, _MM_SHUFFLE(1, 0, 3, 2)));
}

#endif
