// Four vertices at a time, each in a lane of its own.
#ifndef ULNA_OPTIMIZED_FOUR_VERTS_H
#define ULNA_OPTIMIZED_FOUR_VERTS_H

#include "ulna/port.h"

#include <emmintrin.h>

struct FourVectors {
  __m128 x, y, z;
};

// What one component of a position is made of: a column of a matrix, or a row of a reordered one.
struct FourColumns {
  __m128 x, y, z, move;
};

// A column of each of four vertices.
inline FourColumns transposed(__m128 a, __m128 b, __m128 c, __m128 d) {
  _MM_TRANSPOSE4_PS(a, b, c, d);
  return {a, b, c, d};
}

inline __m128 turned(const FourVectors& v, const FourColumns& by) {
  const __m128 xy = _mm_add_ps(_mm_mul_ps(v.x, by.x), _mm_mul_ps(v.y, by.y));
  return _mm_add_ps(xy, _mm_mul_ps(v.z, by.z));
}

inline __m128 moved(const FourVectors& v, const FourColumns& by) {
  return _mm_add_ps(turned(v, by), by.move);
}

inline __m128 squared_lengths(const FourVectors& v) {
  const __m128 xy = _mm_add_ps(_mm_mul_ps(v.x, v.x), _mm_mul_ps(v.y, v.y));
  return _mm_add_ps(xy, _mm_mul_ps(v.z, v.z));
}

inline FourVectors scaled(const FourVectors& v, __m128 by) {
  return {_mm_mul_ps(v.x, by), _mm_mul_ps(v.y, by), _mm_mul_ps(v.z, by)};
}

#endif
