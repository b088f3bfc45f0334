// Vectors in memory and in registers.
#ifndef ULNA_NEON_VECTORS_H
#define ULNA_NEON_VECTORS_H

#include "ulna/port.h"

#include <arm_neon.h>

inline float32x4_t load(const ulna_vec4& v) {
  return vld1q_f32(&v.x);
}
inline void store(ulna_vec4& v, float32x4_t value) {
  vst1q_f32(&v.x, value);
}

// Twelve bytes. What lane 3 then holds takes no part.
inline float32x4_t load_three(const float* from) {
  return vcombine_f32(vld1_f32(from), vld1_dup_f32(from + 2));
}
inline void store_three(float* out, float32x4_t v) {
  vst1_f32(out, vget_low_f32(v));
  vst1q_lane_f32(out + 2, v, 2);
}

// The horizontal sums of four registers, in the lanes of one.
inline float32x4_t four_sums(float32x4_t a, float32x4_t b, float32x4_t c, float32x4_t d) {
  return vpaddq_f32(vpaddq_f32(a, b), vpaddq_f32(c, d));
}

// 1 / sqrt(x). Each rounds once, which frsqrte and two steps of Newton do not quite reach.
inline float32x4_t inverse_root(float32x4_t x) {
  return vdivq_f32(vdupq_n_f32(1.0f), vsqrtq_f32(x));
}

#endif
