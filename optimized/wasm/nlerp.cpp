#include "../common/operations.h"
#include "four_joints.h"
#include "single_quat.h"

void nlerp(const float a[4], const float b[4], float t, float out[4]) {
  const v128_t from = load(a);
  const v128_t to = load(b);
  const v128_t scale_to = with_sign_of(dot(from, to), wasm_f32x4_splat(t));
  const v128_t sum = combine<0>(from, to, {wasm_f32x4_splat(1.0f - t), scale_to});
  store(out, multiply(sum, inverse_root(dot(sum, sum))));
}
