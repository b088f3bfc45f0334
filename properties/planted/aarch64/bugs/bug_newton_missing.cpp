// The inverse root of nlerp is frsqrte as it is, eight bits of it.
#include "../stub.h"

using namespace ulna::planted;

namespace {

void estimated(const float a[4], const float b[4], float t, float out[4]) {
  const float32x4_t from = vld1q_f32(a), to = vld1q_f32(b);
  const float s = vaddvq_f32(vmulq_f32(from, to)) < 0 ? -t : t;
  const float32x4_t sum = vfmaq_n_f32(vmulq_n_f32(from, 1 - t), to, s);
  const float32x4_t norm = vdupq_n_f32(vaddvq_f32(vmulq_f32(sum, sum)));
  vst1q_f32(out, vmulq_f32(sum, vrsqrteq_f32(norm)));
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_newton_missing", &ulna_port::nlerp, estimated);
}
