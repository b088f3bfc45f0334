#ifndef ULNA_SSE3_FOUR_SUMS_H
#define ULNA_SSE3_FOUR_SUMS_H

#include <pmmintrin.h>

// The horizontal sums of four registers, in the lanes of one.
inline __m128 four_sums(__m128 a, __m128 b, __m128 c, __m128 d) {
  return _mm_hadd_ps(_mm_hadd_ps(a, b), _mm_hadd_ps(c, d));
}

#endif
