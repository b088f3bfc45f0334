#ifndef ULNA_AVX512_SUMS_H
#define ULNA_AVX512_SUMS_H

#include <immintrin.h>

// In each quarter: v0+v2, v1+v3, w2+w0, w3+w1.
inline __m512 sums_of_halves(__m512 v, __m512 w) {
  return _mm512_add_ps(_mm512_mask_blend_ps(0xcccc, v, w),
                       _mm512_shuffle_ps(v, w, _MM_SHUFFLE(1, 0, 3, 2)));
}

// In each quarter: the sum of that quarter of each, in their order.
inline __m512 sums(__m512 a, __m512 b, __m512 c, __m512 d) {
  const __m512 ab = sums_of_halves(a, b);
  const __m512 cd = sums_of_halves(c, d);
  return _mm512_add_ps(_mm512_shuffle_ps(ab, cd, _MM_SHUFFLE(2, 0, 2, 0)),
                       _mm512_shuffle_ps(ab, cd, _MM_SHUFFLE(3, 1, 3, 1)));
}

#endif
