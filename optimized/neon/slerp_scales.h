// The scales of slerp by the polynomial of slerp_table.h.
#ifndef ULNA_NEON_SLERP_SCALES_H
#define ULNA_NEON_SLERP_SCALES_H

#include "../common/slerp_table.h"
#include "../common/unrolled.h"
#include "four_joints.h"

// What both scales need of a lerp: lane 0 is of 1 - t, lane 1 of t.
struct SlerpEnds {
  float64x2_t t, t_squared, factor;

  explicit SlerpEnds(double lerp)
      : t(vsetq_lane_f64(1.0 - lerp, vdupq_n_f64(lerp), 0)), t_squared(vmulq_f64(t, t)),
        factor(vmulq_f64(t, vsubq_f64(vdupq_n_f64(1.0), t_squared))) {}

  // The sum that slerp_table.h calls R, of the power k of x.
  float64x2_t row(int k) const {
    float64x2_t sum = vdupq_n_f64(slerp_table[k][slerp_t_terms - 1]);
    for (int m = slerp_t_terms - 2; m >= 0; m--)
      sum = vfmaq_f64(vdupq_n_f64(slerp_table[k][m]), sum, t_squared);
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
    for (int k = 0; k < slerp_x_terms; k++) set(k + 1, vmulq_f64(ends.row(k), ends.factor));
  }

  // For cosines that are >= 0.
  Scales at(float32x4_t cosine) const {
    const float32x4_t x = vsubq_f32(vdupq_n_f32(1.0f), cosine);
    Scales sum = {from_[slerp_x_terms], to_[slerp_x_terms]};
    unrolled<slerp_x_terms>([&](auto i) __attribute__((always_inline)) {
      constexpr int k = slerp_x_terms - 1 - i;
      sum = {vfmaq_f32(from_[k], sum.from, x), vfmaq_f32(to_[k], sum.to, x)};
    });
    return sum;
  }

private:
  void set(int power, float64x2_t coefficients) {
    const float32x2_t rounded = vcvt_f32_f64(coefficients);
    from_[power] = vdupq_lane_f32(rounded, 0);
    to_[power] = vdupq_lane_f32(rounded, 1);
  }

  float32x4_t from_[slerp_x_terms + 1], to_[slerp_x_terms + 1]; // by powers of x
};

#endif
