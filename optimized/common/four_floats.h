// Functions of floats, four at a time, over arrays of any length and alignment.
#ifndef ULNA_OPTIMIZED_FOUR_FLOATS_H
#define ULNA_OPTIMIZED_FOUR_FLOATS_H

#include <emmintrin.h>
#include <stdint.h>

// The first `count` floats, up to four; the other lanes are 1, which no function here minds.
inline __m128 load_floats(const float* from, int32_t count) {
  if (count >= 4) return _mm_loadu_ps(from);
  alignas(16) float four[4] = {1.0f, 1.0f, 1.0f, 1.0f};
  for (int32_t i = 0; i < count; i++) four[i] = from[i];
  return _mm_load_ps(four);
}

inline void store_floats(float* to, __m128 value, int32_t count) {
  if (count >= 4) return _mm_storeu_ps(to, value);
  alignas(16) float four[4];
  _mm_store_ps(four, value);
  for (int32_t i = 0; i < count; i++) to[i] = four[i];
}

// out = function(in...), each of them n floats.
template <class Function, class... Floats>
inline void map_floats(Function function, float* out, int32_t n, const Floats*... in) {
  for (int32_t i = 0; i < n; i += 4) {
    const int32_t left = n - i;
    store_floats(out + i, function(load_floats(in + i, left)...), left);
  }
}

#endif
