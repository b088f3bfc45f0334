#include "../common/operations.h"
#include "single_quat.h"
#include "slerp_scales.h"

// The polynomial for both scales at once, in double: with one x for one lerp, its coefficients are
// used as soon as they are made.
void slerp(const float a[4], const float b[4], float t, float out[4]) {
  const float32x4_t from = vld1q_f32(a);
  const float32x4_t to = vld1q_f32(b);
  const float32x4_t cosine = dot(from, to);
  const float64x2_t magnitude = vcvt_f64_f32(vget_low_f32(vabsq_f32(cosine)));
  const float64x2_t x = vsubq_f64(vdupq_n_f64(1.0), magnitude);
  const SlerpEnds ends(static_cast<double>(t));
  float64x2_t sum = ends.row(slerp_x_terms - 1);
  for (int k = slerp_x_terms - 2; k >= 0; k--) sum = vfmaq_f64(ends.row(k), sum, x);
  const float64x2_t scales = vfmaq_f64(ends.t, sum, vmulq_f64(ends.factor, x));
  const float32x4_t rounded = vcombine_f32(vcvt_f32_f64(scales), vdup_n_f32(0.0f));
  const float32x4_t scale_to = with_sign_of(cosine, vdupq_laneq_f32(rounded, 1));
  vst1q_f32(out, combine<0>(from, to, {rounded, scale_to}));
}
