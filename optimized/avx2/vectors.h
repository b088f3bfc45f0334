// Several vectors at a time.
#ifndef ULNA_AVX2_VECTORS_H
#define ULNA_AVX2_VECTORS_H

#include <immintrin.h>

struct Vectors {
  __m256 x, y, z;
};

// What they are made into: what x, y and z are multiplied by, and what is added to a position.
struct Factors {
  __m256 x, y, z, move;
};

inline __m256 low_halves(__m256 a, __m256 b) {
  return _mm256_permute2f128_ps(a, b, 0x20);
}
inline __m256 high_halves(__m256 a, __m256 b) {
  return _mm256_permute2f128_ps(a, b, 0x31);
}

inline __m256 turned(const Vectors& v, const Factors& by) {
  return _mm256_fmadd_ps(v.z, by.z, _mm256_fmadd_ps(v.y, by.y, _mm256_mul_ps(v.x, by.x)));
}

inline __m256 moved(const Vectors& v, const Factors& by) {
  return _mm256_fmadd_ps(v.z, by.z,
                         _mm256_fmadd_ps(v.y, by.y, _mm256_fmadd_ps(v.x, by.x, by.move)));
}

#endif
