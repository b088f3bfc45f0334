// One pair of quaternions.
#ifndef ULNA_WASM_SINGLE_QUAT_H
#define ULNA_WASM_SINGLE_QUAT_H

#include "vectors.h"

// In all lanes: each adds the same two sums of pairs, which are the same in either order.
inline v128_t dot(v128_t a, v128_t b) {
  const v128_t products = multiply(a, b);
  const v128_t pairs = add(products, wasm_i32x4_shuffle(products, products, 1, 0, 3, 2));
  return add(pairs, wasm_i64x2_shuffle(pairs, pairs, 1, 0));
}

#endif
