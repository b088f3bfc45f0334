// The words that the kernels of four_lanes/ are written in, for NEON.
#ifndef ULNA_NEON_VECTORS_H
#define ULNA_NEON_VECTORS_H

#include <arm_neon.h>

using Floats4 = float32x4_t;
using Doubles2 = float64x2_t;
using Factor = float; // one number for all lanes: products take it from a lane as it is

struct Columns {
  Floats4 x, y, z, w;
};

inline Floats4 load(const float* from) {
  return vld1q_f32(from);
}
inline void store(float* out, Floats4 v) {
  vst1q_f32(out, v);
}
inline Factor load_factor(const float* from) {
  return *from;
}

// Eight bytes, of the lower half.
inline Floats4 load_two(const float* from) {
  return vcombine_f32(vld1_f32(from), vdup_n_f32(0.0f));
}
inline void store_two(float* out, Floats4 v) {
  vst1_f32(out, vget_low_f32(v));
}

// Twelve bytes. What lane 3 then holds takes no part.
inline Floats4 load_three(const float* from) {
  return vcombine_f32(vld1_f32(from), vld1_dup_f32(from + 2));
}
inline void store_three(float* out, Floats4 v) {
  store_two(out, v);
  vst1q_lane_f32(out + 2, v, 2);
}

inline Floats4 splat(float x) {
  return vdupq_n_f32(x);
}
template <int Lane>
inline Floats4 splat(Floats4 v) {
  return vdupq_laneq_f32(v, Lane);
}

inline Floats4 subtract(Floats4 a, Floats4 b) {
  return vsubq_f32(a, b);
}
inline Floats4 multiply(Floats4 a, Floats4 b) {
  return vmulq_f32(a, b);
}
inline Floats4 multiply(Floats4 a, Factor by) {
  return vmulq_n_f32(a, by);
}

// a * b + c
inline Floats4 madd(Floats4 a, Floats4 b, Floats4 c) {
  return vfmaq_f32(c, a, b);
}
inline Floats4 madd(Floats4 a, Factor b, Floats4 c) {
  return vfmaq_n_f32(c, a, b);
}
// c - a * b
inline Floats4 nmadd(Floats4 a, Floats4 b, Floats4 c) {
  return vfmsq_f32(c, a, b);
}

// The same with one lane of v for all lanes of b, which takes no instruction of its own.
template <int Lane>
inline Floats4 multiply_by(Floats4 a, Floats4 v) {
  return vmulq_laneq_f32(a, v, Lane);
}
template <int Lane>
inline Floats4 madd_by(Floats4 a, Floats4 v, Floats4 c) {
  return vfmaq_laneq_f32(c, a, v, Lane);
}

inline Floats4 absolute(Floats4 v) {
  return vabsq_f32(v);
}
// v, but for its sign.
inline Floats4 with_sign_of(Floats4 sign, Floats4 v) {
  return vbslq_f32(vdupq_n_u32(0x80000000), sign, v);
}

// 1 / sqrt(x). Each rounds once, which frsqrte and two steps of Newton do not quite reach.
inline Floats4 inverse_root(Floats4 x) {
  return vdivq_f32(vdupq_n_f32(1.0f), vsqrtq_f32(x));
}

// In all lanes.
inline Floats4 sum_of_lanes(Floats4 v) {
  const Floats4 pairs = vpaddq_f32(v, v);
  return vpaddq_f32(pairs, pairs);
}
// The horizontal sums of four registers, in the lanes of one.
inline Floats4 four_sums(Floats4 a, Floats4 b, Floats4 c, Floats4 d) {
  return vpaddq_f32(vpaddq_f32(a, b), vpaddq_f32(c, d));
}

// v0 v1 v2 0
inline Floats4 three_and_zero(Floats4 v) {
  return vsetq_lane_f32(0.0f, v, 3);
}
// a0 a1 a2 b0
inline Floats4 three_and_first(Floats4 a, Floats4 b) {
  return vcopyq_laneq_f32(a, 3, b, 0);
}
// a1 a2 b2 b3
inline Floats4 middle_and_high(Floats4 a, Floats4 b) {
  return vcombine_f32(vget_low_f32(vextq_f32(a, a, 1)), vget_high_f32(b));
}
// v1 v2 v0 v0
inline Floats4 turn(Floats4 v) {
  return vcopyq_laneq_f32(vextq_f32(v, v, 1), 2, v, 0);
}

// Four rows turned into columns.
inline Columns transposed(Floats4 a, Floats4 b, Floats4 c, Floats4 d) {
  const float32x4x2_t ab = vzipq_f32(a, b); // a0 b0 a1 b1, a2 b2 a3 b3
  const float32x4x2_t cd = vzipq_f32(c, d);
  const auto low = [](Floats4 v, Floats4 w) {
    return vcombine_f32(vget_low_f32(v), vget_low_f32(w));
  };
  const auto high = [](Floats4 v, Floats4 w) {
    return vcombine_f32(vget_high_f32(v), vget_high_f32(w));
  };
  return {low(ab.val[0], cd.val[0]), high(ab.val[0], cd.val[0]), low(ab.val[1], cd.val[1]),
          high(ab.val[1], cd.val[1])};
}

// Of four rows in memory.
inline Columns load_columns(const float* rows) {
  const float32x4x4_t columns = vld4q_f32(rows);
  return {columns.val[0], columns.val[1], columns.val[2], columns.val[3]};
}
// Four rows of six floats. To vst3q each is two rows of three.
inline void store_columns(float* rows, Floats4 a, Floats4 b, Floats4 c, Floats4 d, Floats4 e,
                          Floats4 f) {
  const float32x4x2_t ad = vzipq_f32(a, d);
  const float32x4x2_t be = vzipq_f32(b, e);
  const float32x4x2_t cf = vzipq_f32(c, f);
  const float32x4x3_t first = {{ad.val[0], be.val[0], cf.val[0]}};
  const float32x4x3_t last = {{ad.val[1], be.val[1], cf.val[1]}};
  vst3q_f32(rows, first); // a macro in Clang, which takes no braces
  vst3q_f32(rows + 12, last);
}

inline Doubles2 doubles(double low, double high) {
  return vsetq_lane_f64(low, vdupq_n_f64(high), 0);
}
inline Doubles2 load_double(const double* from) {
  return vdupq_n_f64(*from); // in both lanes
}
inline Doubles2 subtract_doubles(Doubles2 a, Doubles2 b) {
  return vsubq_f64(a, b);
}
inline Doubles2 multiply_doubles(Doubles2 a, Doubles2 b) {
  return vmulq_f64(a, b);
}
inline Doubles2 madd_doubles(Doubles2 a, Doubles2 b, Doubles2 c) {
  return vfmaq_f64(c, a, b);
}
// Of lanes 0 and 1.
inline Doubles2 to_doubles(Floats4 v) {
  return vcvt_f64_f32(vget_low_f32(v));
}
// In lanes 0 and 1.
inline Floats4 to_floats(Doubles2 v) {
  return vcombine_f32(vcvt_f32_f64(v), vdup_n_f32(0.0f));
}

#endif
