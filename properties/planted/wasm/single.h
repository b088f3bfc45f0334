// The right nlerp, whose port says how the scale of b gets its sign.
#pragma once

#include "skin.h"

namespace ulna::planted {

inline v128_t dot(v128_t a, v128_t b) {
  const v128_t products = multiply(a, b);
  return four_sums(products, products, products, products);
}

// Port::with_sign(scale, cosine): scale, or -scale where the cosine is negative.
template <class Port>
void nlerp(const float a[4], const float b[4], float t, float out[4]) {
  const v128_t from = wasm_v128_load(a), to = wasm_v128_load(b);
  const v128_t scale = Port::with_sign(wasm_f32x4_splat(t), dot(from, to));
  const v128_t sum = add(multiply(from, wasm_f32x4_splat(1 - t)), multiply(to, scale));
  wasm_v128_store(out, wasm_f32x4_div(sum, wasm_f32x4_sqrt(dot(sum, sum))));
}

inline v128_t sign_bits() {
  return wasm_f32x4_const_splat(-0.0f);
}

} // namespace ulna::planted
