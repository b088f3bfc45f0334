// The scales of slerp by the polynomial of slerp_table.h.
#ifndef ULNA_WASM_SLERP_SCALES_H
#define ULNA_WASM_SLERP_SCALES_H

#include "../common/slerp_table.h"
#include "../common/unrolled.h"
#include "four_joints.h"

// a * b + c in double. Two roundings are as good: what counts is the float that it becomes.
inline v128_t madd_doubles(v128_t a, v128_t b, v128_t c) {
  return wasm_f64x2_add(wasm_f64x2_mul(a, b), c);
}

// What both scales need of a lerp: lane 0 is of 1 - t, lane 1 of t.
struct SlerpEnds {
  v128_t t, t_squared, factor;

  explicit SlerpEnds(double lerp)
      : t(wasm_f64x2_make(1.0 - lerp, lerp)), t_squared(wasm_f64x2_mul(t, t)),
        factor(wasm_f64x2_mul(t, wasm_f64x2_sub(wasm_f64x2_const_splat(1.0), t_squared))) {}

  // The sum that slerp_table.h calls R, of the power k of x.
  v128_t row(int k) const {
    v128_t sum = wasm_v128_load64_splat(&slerp_table[k][slerp_t_terms - 1]);
    for (int m = slerp_t_terms - 2; m >= 0; m--)
      sum = madd_doubles(sum, t_squared, wasm_v128_load64_splat(&slerp_table[k][m]));
    return sum;
  }
};

// Of a call, for four joints at a time.
class SlerpScales {
public:
  // 0 < lerp < 1
  explicit SlerpScales(float lerp) {
    const SlerpEnds ends(static_cast<double>(lerp));
    set(0, ends.t);
    for (int k = 0; k < slerp_x_terms; k++) set(k + 1, wasm_f64x2_mul(ends.row(k), ends.factor));
  }

  // For cosines that are >= 0.
  Scales at(v128_t cosine) const {
    const v128_t x = wasm_f32x4_sub(wasm_f32x4_const_splat(1.0f), cosine);
    Scales sum = {from_[slerp_x_terms], to_[slerp_x_terms]};
    unrolled<slerp_x_terms>([&](auto i) __attribute__((always_inline)) {
      constexpr int k = slerp_x_terms - 1 - i;
      sum = {madd(sum.from, x, from_[k]), madd(sum.to, x, to_[k])};
    });
    return sum;
  }

private:
  void set(int power, v128_t coefficients) {
    const v128_t rounded = wasm_f32x4_demote_f64x2_zero(coefficients);
    from_[power] = splat<0>(rounded);
    to_[power] = splat<1>(rounded);
  }

  v128_t from_[slerp_x_terms + 1], to_[slerp_x_terms + 1]; // by powers of x
};

#endif
