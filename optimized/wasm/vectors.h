// Vectors in memory and in registers. Memory may have any alignment: loads and stores need none.
#ifndef ULNA_WASM_VECTORS_H
#define ULNA_WASM_VECTORS_H

#include "ulna/port.h"

#include <wasm_simd128.h>

inline v128_t load(const float* from) {
  return wasm_v128_load(from);
}
inline v128_t load(const ulna_vec4& v) {
  return wasm_v128_load(&v.x);
}
inline void store(float* out, v128_t v) {
  wasm_v128_store(out, v);
}
inline void store(ulna_vec4& out, v128_t v) {
  wasm_v128_store(&out.x, v);
}

// Twelve bytes; lane 3 becomes 0.
inline v128_t load_three(const float* from) {
  return wasm_v128_load32_lane(from + 2, wasm_v128_load64_zero(from), 2);
}
inline void store_three(float* out, v128_t v) {
  wasm_v128_store64_lane(out, v, 0);
  wasm_v128_store32_lane(out + 2, v, 2);
}

inline v128_t load_splat(const float* from) {
  return wasm_v128_load32_splat(from);
}
template <int Lane>
inline v128_t splat(v128_t v) {
  return wasm_i32x4_shuffle(v, v, Lane, Lane, Lane, Lane);
}

inline v128_t add(v128_t a, v128_t b) {
  return wasm_f32x4_add(a, b);
}
inline v128_t multiply(v128_t a, v128_t b) {
  return wasm_f32x4_mul(a, b);
}

// a * b + c. Relaxed, the engine decides whether the product is rounded too.
inline v128_t madd(v128_t a, v128_t b, v128_t c) {
#ifdef __wasm_relaxed_simd__
  return wasm_f32x4_relaxed_madd(a, b, c);
#else
  return add(multiply(a, b), c);
#endif
}

inline v128_t low_halves(v128_t a, v128_t b) {
  return wasm_i64x2_shuffle(a, b, 0, 2);
}
inline v128_t high_halves(v128_t a, v128_t b) {
  return wasm_i64x2_shuffle(a, b, 1, 3);
}
// a0 b0 a1 b1
inline v128_t zip_low(v128_t a, v128_t b) {
  return wasm_i32x4_shuffle(a, b, 0, 4, 1, 5);
}
// a2 b2 a3 b3
inline v128_t zip_high(v128_t a, v128_t b) {
  return wasm_i32x4_shuffle(a, b, 2, 6, 3, 7);
}

// The horizontal sums of four registers, in the lanes of one: (v0 + v2) + (v1 + v3) of each.
inline v128_t four_sums(v128_t a, v128_t b, v128_t c, v128_t d) {
  const v128_t ab = add(zip_low(a, b), zip_high(a, b));
  const v128_t cd = add(zip_low(c, d), zip_high(c, d));
  return add(low_halves(ab, cd), high_halves(ab, cd));
}

// 1 / sqrt(x): there is no estimate to refine.
inline v128_t inverse_root(v128_t x) {
  return wasm_f32x4_div(wasm_f32x4_const_splat(1.0f), wasm_f32x4_sqrt(x));
}

#endif
