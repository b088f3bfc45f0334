#include "../common/operations.h"
#include "four_joints.h"
#include "single_quat.h"

void nlerp(const float a[4], const float b[4], float t, float out[4]) {
  const float32x4_t from = vld1q_f32(a);
  const float32x4_t to = vld1q_f32(b);
  const float32x4_t scale_to = with_sign_of(dot(from, to), vdupq_n_f32(t));
  const float32x4_t sum = combine<0>(from, to, {vdupq_n_f32(1.0f - t), scale_to});
  vst1q_f32(out, vmulq_f32(sum, inverse_root(dot(sum, sum))));
}
