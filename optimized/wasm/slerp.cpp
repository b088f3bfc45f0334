#include "../common/operations.h"
#include "single_quat.h"
#include "slerp_scales.h"

// The polynomial for both scales at once, in double: with one x for one lerp, its coefficients are
// used as soon as they are made.
void slerp(const float a[4], const float b[4], float t, float out[4]) {
  const v128_t from = load(a);
  const v128_t to = load(b);
  const v128_t cosine = dot(from, to);
  const v128_t magnitude = wasm_f64x2_promote_low_f32x4(wasm_f32x4_abs(cosine));
  const v128_t x = wasm_f64x2_sub(wasm_f64x2_const_splat(1.0), magnitude);
  const SlerpEnds ends(static_cast<double>(t));
  v128_t sum = ends.row(slerp_x_terms - 1);
  for (int k = slerp_x_terms - 2; k >= 0; k--) sum = madd_doubles(sum, x, ends.row(k));
  const v128_t scales = madd_doubles(sum, wasm_f64x2_mul(ends.factor, x), ends.t);
  const v128_t rounded = wasm_f32x4_demote_f64x2_zero(scales);
  store(out, combine<0>(from, to, {rounded, with_sign_of(cosine, splat<1>(rounded))}));
}
