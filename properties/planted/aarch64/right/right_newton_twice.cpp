// The inverse root of nlerp is frsqrte with two Newton steps, and one more by hand.
#include "../stub.h"

using namespace ulna::planted;

namespace {

void refined(const float a[4], const float b[4], float t, float out[4]) {
  const float32x4_t from = vld1q_f32(a), to = vld1q_f32(b);
  const float s = vaddvq_f32(vmulq_f32(from, to)) < 0 ? -t : t;
  const float32x4_t sum = vfmaq_n_f32(vmulq_n_f32(from, 1 - t), to, s);
  const float32x4_t norm = vdupq_n_f32(vaddvq_f32(vmulq_f32(sum, sum)));
  float32x4_t r = vrsqrteq_f32(norm);
  for (int i = 0; i < 3; ++i) r = vmulq_f32(r, vrsqrtsq_f32(vmulq_f32(norm, r), r));
  vst1q_f32(out, vmulq_f32(sum, r));
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("right_newton_twice", &ulna_port::nlerp, refined);
}
