#ifndef ULNA_AVX2_SUMS_H
#define ULNA_AVX2_SUMS_H

#include <immintrin.h>

// In each half: v0+v2, v1+v3, w2+w0, w3+w1.
inline __m256 sums_of_halves(__m256 v, __m256 w) {
  return _mm256_add_ps(_mm256_blend_ps(v, w, 0xcc),
                       _mm256_shuffle_ps(v, w, _MM_SHUFFLE(1, 0, 3, 2)));
}

// In each half: the sum of that half of each, in their order.
inline __m256 sums(__m256 a, __m256 b, __m256 c, __m256 d) {
  const __m256 ab = sums_of_halves(a, b);
  const __m256 cd = sums_of_halves(c, d);
  return _mm256_add_ps(_mm256_shuffle_ps(ab, cd, _MM_SHUFFLE(2, 0, 2, 0)),
                       _mm256_shuffle_ps(ab, cd, _MM_SHUFFLE(3, 1, 3, 1)));
}

#endif
