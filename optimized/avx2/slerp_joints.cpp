#include "../common/blend.h"
#include "../common/operations.h"
#include "../common/slerp_coefficients.h"
#include "quat_pairs.h"

namespace {

// One of the two scales, of eight joints.
class Scale {
public:
  explicit Scale(double t) {
    const SlerpCoefficients c = slerp_coefficients(t);
    coefficients_[0] = _mm256_set1_ps(c.leading);
    unrolled<slerp_x_terms>([&](auto k) {
      const __m128 four = c.others[k / 4];
      coefficients_[k + 1] = splat<k % 4>(_mm256_set_m128(four, four));
    });
  }

  __m256 at(__m256 x) const {
    return slerp_polynomial(coefficients_, x, _mm256_mul_ps(x, x),
                            [](__m256 a, __m256 b, __m256 c) { return _mm256_fmadd_ps(a, b, c); });
  }

private:
  __m256 coefficients_[slerp_x_terms + 1]; // by powers of x
};

struct Scales {
  __m256 from, to;
};

// A register has a joint: its quaternion, and above it its translation.
inline void blend_joints_by(const Scales& scales, ulna_joint_quat* joints,
                            const ulna_joint_quat* blend_joints, const Listed<8>& eight,
                            __m256 one_minus_t, __m256 t) {
  // Below the scales of four joints, above what goes with their translations.
  const __m256 by_from[2] = {_mm256_blend_ps(scales.from, one_minus_t, 0xf0),
                             _mm256_permute2f128_ps(scales.from, one_minus_t, 0x21)};
  const __m256 by_to[2] = {_mm256_blend_ps(scales.to, t, 0xf0),
                           _mm256_permute2f128_ps(scales.to, t, 0x21)};
  for_each_joint(
      eight, [&](auto i) __attribute__((always_inline)) {
        float* joint = &joints[eight[i]].q.x;
        const __m256 from = _mm256_mul_ps(_mm256_loadu_ps(joint), splat<i % 4>(by_from[i / 4]));
        const __m256 to = _mm256_loadu_ps(&blend_joints[eight[i]].q.x);
        _mm256_storeu_ps(joint, _mm256_fmadd_ps(to, splat<i % 4>(by_to[i / 4]), from));
      });
}

} // namespace

[[gnu::flatten]] void slerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints,
                                   float lerp, const int32_t* index, int32_t num_joints) {
  if (num_joints <= 0 || !has_to_blend(joints, blend_joints, lerp, index, num_joints)) return;
  const double lerp_d = static_cast<double>(lerp);
  const Scale scale_of_from(1.0 - lerp_d), scale_of_to(lerp_d);
  const __m256 t = _mm256_set1_ps(lerp);
  const __m256 one_minus_t = _mm256_set1_ps(1.0f - lerp);
  const __m256 one = _mm256_set1_ps(1.0f);
  const __m256 sign_bit = _mm256_set1_ps(-0.0f);
  in_stages(
      ListedGroups<8>(index, num_joints),
      [&](const Listed<8>& eight) __attribute__((always_inline)) {
        return dot(load_quats(joints, eight), load_quats(blend_joints, eight));
      },
      [&](__m256 cosine) __attribute__((always_inline)) {
        const __m256 x = _mm256_sub_ps(one, _mm256_andnot_ps(sign_bit, cosine));
        const __m256 scale_from = scale_of_from.at(x);
        const __m256 scale_to = _mm256_xor_ps(scale_of_to.at(x), _mm256_and_ps(sign_bit, cosine));
        return Scales{scale_from, scale_to};
      },
      [&](const Listed<8>& eight, const Scales& scales) __attribute__((always_inline)) {
        blend_joints_by(scales, joints, blend_joints, eight, one_minus_t, t);
      });
}
