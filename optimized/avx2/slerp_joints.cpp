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

} // namespace

[[gnu::flatten]] void slerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints,
                                   float lerp, const int32_t* index, int32_t num_joints) {
  if (!has_to_blend(joints, blend_joints, lerp, index, num_joints)) return;
  const double lerp_d = static_cast<double>(lerp);
  const Scale scale_of_from(1.0 - lerp_d), scale_of_to(lerp_d);
  const __m128 t = _mm_set1_ps(lerp);
  const __m128 one_minus_t = _mm_set1_ps(1.0f - lerp);
  const __m256 one = _mm256_set1_ps(1.0f);
  const __m256 sign_bit = _mm256_set1_ps(-0.0f);
  for_each_eight(
      index, num_joints, [&](const EightJoints& eight) __attribute__((always_inline)) {
        const QuatPairs from = load_quats(joints, eight);
        const QuatPairs to = load_quats(blend_joints, eight);
        const __m256 cosine = dot(from, to);
        const __m256 x = _mm256_sub_ps(one, _mm256_andnot_ps(sign_bit, cosine));
        const __m256 scale_from = scale_of_from.at(x);
        const __m256 scale_to = _mm256_xor_ps(scale_of_to.at(x), _mm256_and_ps(sign_bit, cosine));
        QuatPairs q;
        unrolled<4>([&](auto i) {
          q.of[i] = _mm256_fmadd_ps(to.of[i], splat<i>(scale_to),
                                    _mm256_mul_ps(from.of[i], splat<i>(scale_from)));
        });
        store_quats(joints, eight, q);
        lerp_translations(joints, blend_joints, eight, one_minus_t, t);
      });
}
