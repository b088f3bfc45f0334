// The words that the kernels of four_lanes/ are written in, for SIMD128, relaxed or not.
#ifndef ULNA_WASM_VECTORS_H
#define ULNA_WASM_VECTORS_H

#include <wasm_simd128.h>

using Floats4 = v128_t;
using Doubles2 = v128_t; // the same type: what computes with doubles says so in its name
using Factor = v128_t;   // one number for all lanes, which products need in each

struct Columns {
  Floats4 x, y, z, w;
};

inline Floats4 load(const float* from) {
  return wasm_v128_load(from);
}
inline void store(float* out, Floats4 v) {
  wasm_v128_store(out, v);
}
inline Factor load_factor(const float* from) {
  return wasm_v128_load32_splat(from);
}

// Eight bytes, of the lower half.
inline Floats4 load_two(const float* from) {
  return wasm_v128_load64_zero(from);
}
inline void store_two(float* out, Floats4 v) {
  wasm_v128_store64_lane(out, v, 0);
}

// Twelve bytes. What lane 3 then holds takes no part.
inline Floats4 load_three(const float* from) {
  return wasm_v128_load32_lane(from + 2, load_two(from), 2);
}
inline void store_three(float* out, Floats4 v) {
  store_two(out, v);
  wasm_v128_store32_lane(out + 2, v, 2);
}

inline Floats4 splat(float x) {
  return wasm_f32x4_splat(x);
}
template <int Lane>
inline Floats4 splat(Floats4 v) {
  return wasm_i32x4_shuffle(v, v, Lane, Lane, Lane, Lane);
}

inline Floats4 add(Floats4 a, Floats4 b) {
  return wasm_f32x4_add(a, b);
}
inline Floats4 subtract(Floats4 a, Floats4 b) {
  return wasm_f32x4_sub(a, b);
}
inline Floats4 multiply(Floats4 a, Floats4 b) {
  return wasm_f32x4_mul(a, b);
}

// a * b + c. Relaxed, the engine decides whether the product is rounded too.
inline Floats4 madd(Floats4 a, Floats4 b, Floats4 c) {
#ifdef __wasm_relaxed_simd__
  return wasm_f32x4_relaxed_madd(a, b, c);
#else
  return add(multiply(a, b), c);
#endif
}
// c - a * b
inline Floats4 nmadd(Floats4 a, Floats4 b, Floats4 c) {
#ifdef __wasm_relaxed_simd__
  return wasm_f32x4_relaxed_nmadd(a, b, c);
#else
  return subtract(c, multiply(a, b));
#endif
}

// The same with one lane of v for all lanes of b.
template <int Lane>
inline Floats4 multiply_by(Floats4 a, Floats4 v) {
  return multiply(a, splat<Lane>(v));
}
template <int Lane>
inline Floats4 madd_by(Floats4 a, Floats4 v, Floats4 c) {
  return madd(a, splat<Lane>(v), c);
}

inline Floats4 absolute(Floats4 v) {
  return wasm_f32x4_abs(v);
}
// v, but for its sign.
inline Floats4 with_sign_of(Floats4 sign, Floats4 v) {
  return wasm_v128_bitselect(sign, v, wasm_f32x4_const_splat(-0.0f));
}

// 1 / sqrt(x): there is no estimate to refine.
inline Floats4 inverse_root(Floats4 x) {
  return wasm_f32x4_div(wasm_f32x4_const_splat(1.0f), wasm_f32x4_sqrt(x));
}

inline Floats4 low_halves(Floats4 a, Floats4 b) {
  return wasm_i64x2_shuffle(a, b, 0, 2);
}
inline Floats4 high_halves(Floats4 a, Floats4 b) {
  return wasm_i64x2_shuffle(a, b, 1, 3);
}
// a0 b0 a1 b1
inline Floats4 zip_low(Floats4 a, Floats4 b) {
  return wasm_i32x4_shuffle(a, b, 0, 4, 1, 5);
}
// a2 b2 a3 b3
inline Floats4 zip_high(Floats4 a, Floats4 b) {
  return wasm_i32x4_shuffle(a, b, 2, 6, 3, 7);
}

// In all lanes: each adds the same two sums of pairs, which are the same in either order.
inline Floats4 sum_of_lanes(Floats4 v) {
  const Floats4 pairs = add(v, wasm_i32x4_shuffle(v, v, 1, 0, 3, 2));
  return add(pairs, wasm_i64x2_shuffle(pairs, pairs, 1, 0));
}
// The horizontal sums of four registers, in the lanes of one: (v0 + v2) + (v1 + v3) of each.
inline Floats4 four_sums(Floats4 a, Floats4 b, Floats4 c, Floats4 d) {
  const Floats4 ab = add(zip_low(a, b), zip_high(a, b));
  const Floats4 cd = add(zip_low(c, d), zip_high(c, d));
  return add(low_halves(ab, cd), high_halves(ab, cd));
}

// v0 v1 v2 0
inline Floats4 three_and_zero(Floats4 v) {
  return wasm_f32x4_replace_lane(v, 3, 0.0f);
}
// a0 a1 a2 b0
inline Floats4 three_and_first(Floats4 a, Floats4 b) {
  return wasm_i32x4_shuffle(a, b, 0, 1, 2, 4);
}
// a1 a2 b2 b3
inline Floats4 middle_and_high(Floats4 a, Floats4 b) {
  return wasm_i32x4_shuffle(a, b, 1, 2, 6, 7);
}
// v1 v2 v0 v0
inline Floats4 turn(Floats4 v) {
  return wasm_i32x4_shuffle(v, v, 1, 2, 0, 0);
}

// Four rows turned into columns.
inline Columns transposed(Floats4 a, Floats4 b, Floats4 c, Floats4 d) {
  const Floats4 ab_low = zip_low(a, b), ab_high = zip_high(a, b);
  const Floats4 cd_low = zip_low(c, d), cd_high = zip_high(c, d);
  return {low_halves(ab_low, cd_low), high_halves(ab_low, cd_low), low_halves(ab_high, cd_high),
          high_halves(ab_high, cd_high)};
}

// Of four rows in memory.
inline Columns load_columns(const float* rows) {
  return transposed(load(rows), load(rows + 4), load(rows + 8), load(rows + 12));
}
// Two rows of six floats: of the first is the lower half of each pair of columns.
inline void store_pairs(float* rows, Floats4 ab, Floats4 cd, Floats4 ef) {
  store(rows, low_halves(ab, cd));
  store(rows + 4, wasm_i64x2_shuffle(ef, ab, 0, 3)); // across the border of the rows
  store(rows + 8, high_halves(cd, ef));
}
// Four rows of six floats.
inline void store_columns(float* rows, Floats4 a, Floats4 b, Floats4 c, Floats4 d, Floats4 e,
                          Floats4 f) {
  store_pairs(rows, zip_low(a, b), zip_low(c, d), zip_low(e, f));
  store_pairs(rows + 12, zip_high(a, b), zip_high(c, d), zip_high(e, f));
}

inline Doubles2 doubles(double low, double high) {
  return wasm_f64x2_make(low, high);
}
inline Doubles2 load_double(const double* from) {
  return wasm_v128_load64_splat(from); // in both lanes
}
inline Doubles2 subtract_doubles(Doubles2 a, Doubles2 b) {
  return wasm_f64x2_sub(a, b);
}
inline Doubles2 multiply_doubles(Doubles2 a, Doubles2 b) {
  return wasm_f64x2_mul(a, b);
}
// Two roundings are as good as one: what counts is the float that it becomes.
inline Doubles2 madd_doubles(Doubles2 a, Doubles2 b, Doubles2 c) {
  return wasm_f64x2_add(wasm_f64x2_mul(a, b), c);
}
// Of lanes 0 and 1.
inline Doubles2 to_doubles(Floats4 v) {
  return wasm_f64x2_promote_low_f32x4(v);
}
// In lanes 0 and 1.
inline Floats4 to_floats(Doubles2 v) {
  return wasm_f32x4_demote_f64x2_zero(v);
}

#endif
