// Horizontal additions bring four dot products into four lanes; the quaternions themselves stay as
// they lie in memory.
#include "../common/blend.h"
#include "../common/operations.h"
#include "four_products.h"

void lerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
                 const int32_t* index, int32_t num_joints) {
  if (!has_to_blend(joints, blend_joints, lerp, index, num_joints)) return;
  const __m128 one = _mm_set1_ps(1.0f);
  const __m128 t = _mm_set1_ps(lerp);
  const __m128 one_minus_t = _mm_sub_ps(one, t);
  for (int32_t left = num_joints; left > 0; left -= 4, index += 4) {
    const FourJoints four(index, left);
    const __m128 scale_to = with_sign(t, sign_of(dot_products(joints, blend_joints, four)));

    const auto blend = [&](int lane, __m128 to) {
      const ptrdiff_t j = four.lane[lane];
      return combine(load(joints[j].q), one_minus_t, load(blend_joints[j].q), to);
    };
    const __m128 a = blend(0, splat<0>(scale_to));
    const __m128 b = blend(1, splat<1>(scale_to));
    const __m128 c = blend(2, splat<2>(scale_to));
    const __m128 d = blend(3, splat<3>(scale_to));
    const __m128 norm_squared =
        sums(_mm_mul_ps(a, a), _mm_mul_ps(b, b), _mm_mul_ps(c, c), _mm_mul_ps(d, d));
    const __m128 inverse_norm = _mm_div_ps(one, _mm_sqrt_ps(norm_squared));

    const auto put = [&](int lane, __m128 q) {
      ulna_joint_quat& joint = joints[four.lane[lane]];
      store(joint.q, q);
      store(joint.t, combine(load(joint.t), one_minus_t, load(blend_joints[four.lane[lane]].t), t));
    };
    put(0, _mm_mul_ps(a, splat<0>(inverse_norm)));
    if (four.lanes > 1) put(1, _mm_mul_ps(b, splat<1>(inverse_norm)));
    if (four.lanes > 2) put(2, _mm_mul_ps(c, splat<2>(inverse_norm)));
    if (four.lanes > 3) put(3, _mm_mul_ps(d, splat<3>(inverse_norm)));
  }
}
