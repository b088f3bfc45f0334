// What normals are made unit by. A root and a division hide behind the sums of matrices: rsqrtps
// with a Newton step gains 1 to 4 %, and other bits on other CPUs.
#ifndef ULNA_SSE_UNIT_NORMALS_H
#define ULNA_SSE_UNIT_NORMALS_H

#include <emmintrin.h>

inline __m128 inverse_lengths(__m128 squares) {
  return _mm_div_ps(_mm_set1_ps(1.0f), _mm_sqrt_ps(squares));
}

#endif
