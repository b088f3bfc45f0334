#ifndef ULNA_SSE_FOUR_SUMS_H
#define ULNA_SSE_FOUR_SUMS_H

#include <xmmintrin.h>

// The horizontal sums of four registers, in the lanes of one.
inline __m128 four_sums(__m128 a, __m128 b, __m128 c, __m128 d) {
  _MM_TRANSPOSE4_PS(a, b, c, d);
  return _mm_add_ps(_mm_add_ps(a, b), _mm_add_ps(c, d));
}

#endif
