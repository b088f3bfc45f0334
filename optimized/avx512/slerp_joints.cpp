#include "../common/blend.h"
#include "../common/operations.h"
#include "../common/slerp_coefficients.h"
#include "joint_pairs.h"

namespace {

// Both scales of eight joints. The quarters are those of 1 - t, t, 1 - t and t.
class Scales {
public:
  explicit Scales(double t) {
    const SlerpCoefficients from = slerp_coefficients(1.0 - t);
    const SlerpCoefficients to = slerp_coefficients(t);
    coefficients_[0] =
        _mm512_mask_blend_ps(quaternions, _mm512_set1_ps(to.leading), _mm512_set1_ps(from.leading));
    unrolled<slerp_x_terms>([&](auto k) {
      const __m512 four =
          _mm512_broadcast_f32x8(_mm256_set_m128(to.others[k / 4], from.others[k / 4]));
      coefficients_[k + 1] = splat<k % 4>(four);
    });
  }

  __m512 at(__m512 x) const {
    return slerp_polynomial(coefficients_, x, _mm512_mul_ps(x, x),
                            [](__m512 a, __m512 b, __m512 c) { return _mm512_fmadd_ps(a, b, c); });
  }

private:
  __m512 coefficients_[slerp_x_terms + 1]; // by powers of x
};

} // namespace

[[gnu::flatten]] void slerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints,
                                   float lerp, const int32_t* index, int32_t num_joints) {
  if (!has_to_blend(joints, blend_joints, lerp, index, num_joints)) return;
  const Scales scales(static_cast<double>(lerp));
  const __m512 t = _mm512_set1_ps(lerp);
  const __m512 one_minus_t = _mm512_set1_ps(1.0f - lerp);
  const __m512 one = _mm512_set1_ps(1.0f);
  const __m512 sign_bit_of_to = _mm512_mask_blend_ps(quaternions, _mm512_set1_ps(-0.0f), //
                                                     _mm512_setzero_ps());
  const auto cosines = [&](const auto& eight) __attribute__((always_inline)) {
    return dot(load_joints(joints, eight), load_joints(blend_joints, eight));
  };
  const auto scales_of = [&](__m512 cosines_of_eight) __attribute__((always_inline)) {
    const __m512 cosine = quarters<0, 0, 2, 2>(cosines_of_eight);
    const __m512 x = _mm512_sub_ps(one, _mm512_abs_ps(cosine));
    return _mm512_xor_ps(scales.at(x), _mm512_and_ps(sign_bit_of_to, cosine));
  };
  // The joints are loaded again, as there are no registers in which they could wait.
  const auto blend = [&](const auto& eight, __m512 scale_from) __attribute__((always_inline)) {
    const JointPairs from = load_joints(joints, eight);
    const JointPairs to = load_joints(blend_joints, eight);
    const __m512 scale_to = quarters<1, 1, 3, 3>(scale_from);
    JointPairs blended;
    unrolled<4>([&](auto i) {
      const __m512 by_from = splat_for_quaternions<i>(one_minus_t, scale_from);
      const __m512 by_to = splat_for_quaternions<i>(t, scale_to);
      blended.of[i] = _mm512_fmadd_ps(to.of[i], by_to, _mm512_mul_ps(from.of[i], by_from));
    });
    store_joints(joints, eight, blended);
  };
  for_each_run(
      index, num_joints, [&](const auto& groups) __attribute__((always_inline)) {
        in_stages(groups, cosines, scales_of, blend);
      });
}
