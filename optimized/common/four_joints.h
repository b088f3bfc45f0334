// Four joints at a time in SSE2 registers.
#ifndef ULNA_OPTIMIZED_FOUR_JOINTS_H
#define ULNA_OPTIMIZED_FOUR_JOINTS_H

#include "ulna/port.h"

#include <emmintrin.h>

// The indices of the next four joints. In the last group of a call fewer may be left: the lanes
// without a joint repeat the first one, which is then read again but must not be written again.
struct FourJoints {
  int lanes;
  ptrdiff_t lane[4];

  FourJoints(const int32_t* index, int32_t num_left) : lanes(num_left < 4 ? num_left : 4) {
    lane[0] = index[0];
    lane[1] = index[lanes > 1 ? 1 : 0];
    lane[2] = index[lanes > 2 ? 2 : 0];
    lane[3] = index[lanes > 3 ? 3 : 0];
  }
};

inline __m128 load(const ulna_vec4& v) {
  return _mm_load_ps(&v.x);
}
inline void store(ulna_vec4& v, __m128 value) {
  _mm_store_ps(&v.x, value);
}

template <int Lane>
inline __m128 splat(__m128 v) {
  return _mm_shuffle_ps(v, v, _MM_SHUFFLE(Lane, Lane, Lane, Lane));
}

inline __m128 sign_of(__m128 v) {
  return _mm_and_ps(v, _mm_set1_ps(-0.0f));
}
inline __m128 abs_of(__m128 v) {
  return _mm_andnot_ps(_mm_set1_ps(-0.0f), v);
}
inline __m128 with_sign(__m128 v, __m128 sign) {
  return _mm_xor_ps(v, sign);
}

// a * scale_a + b * scale_b
inline __m128 combine(__m128 a, __m128 scale_a, __m128 b, __m128 scale_b) {
  return _mm_add_ps(_mm_mul_ps(a, scale_a), _mm_mul_ps(b, scale_b));
}

#endif
