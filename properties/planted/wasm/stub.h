// Right kernels for WebAssembly, four floats at a time, and what C++ has no words for.
#pragma once

#include "../emulated/tween.h"

#include <wasm_simd128.h>

namespace ulna::planted {

inline v128_t add(v128_t a, v128_t b) {
  return wasm_f32x4_add(a, b);
}
inline v128_t multiply(v128_t a, v128_t b) {
  return wasm_f32x4_mul(a, b);
}
template <int Lane>
v128_t splat(v128_t v) {
  return wasm_i32x4_shuffle(v, v, Lane, Lane, Lane, Lane);
}
inline void store_three(float* out, v128_t v) {
  wasm_v128_store64_lane(out, v, 0);
  wasm_v128_store32_lane(out + 2, v, 2);
}

inline v128_t tweened(v128_t a, v128_t b, float t) {
  return add(multiply(a, wasm_f32x4_splat(1 - t)), multiply(b, wasm_f32x4_splat(t)));
}
inline void tween_four(float* dst, const float* a, const float* b, float t) {
  wasm_v128_store(dst, tweened(wasm_v128_load(a), wasm_v128_load(b), t));
}

// The groups of four from the float that is given, in a run of n. Returns the first that is left.
inline int64_t tween_fours(int64_t i, float* dst, const float* a, const float* b, float t,
                           int64_t n) {
  for (; i + 4 <= n; i += 4) tween_four(dst + i, a + i, b + i, t);
  return i;
}
inline void tween_from(int64_t i, float* dst, const float* a, const float* b, float t, int64_t n) {
  for (i = tween_fours(i, dst, a, b, t, n); i < n; ++i) dst[i] = tweened(a[i], b[i], t);
}

asm(".globaltype __stack_pointer, i32");

// A function that does not inline this may have moved the pointer for a frame of its own.
[[gnu::always_inline]] inline char* stack_pointer() {
  char* pointer;
  asm volatile("global.get __stack_pointer\n local.set %0" : "=r"(pointer));
  return pointer;
}
[[gnu::always_inline]] inline void set_stack_pointer(char* pointer) {
  asm volatile("local.get %0\n global.set __stack_pointer" : : "r"(pointer) : "memory");
}

} // namespace ulna::planted
