// Horizontal additions bring four dot products into four lanes; the quaternions themselves stay as
// they lie in memory.
#include "../common/blend.h"
#include "../common/operations.h"
#include "../common/slerp_scales.h"
#include "four_products.h"

void slerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
                  const int32_t* index, int32_t num_joints) {
  if (!has_to_blend(joints, blend_joints, lerp, index, num_joints)) return;
  const SlerpScales scales(lerp);
  const __m128 t = _mm_set1_ps(lerp);
  const __m128 one_minus_t = _mm_set1_ps(1.0f - lerp);
  for (int32_t left = num_joints; left > 0; left -= 4, index += 4) {
    const FourJoints four(index, left);
    const __m128 cosine = dot_products(joints, blend_joints, four);
    const SlerpScales::Pair scale = scales.at(abs_of(cosine));
    const __m128 scale_to = with_sign(scale.to, sign_of(cosine));

    const auto blend = [&](int lane, __m128 from, __m128 to) {
      ulna_joint_quat& joint = joints[four.lane[lane]];
      const ulna_joint_quat& target = blend_joints[four.lane[lane]];
      store(joint.q, combine(load(joint.q), from, load(target.q), to));
      store(joint.t, combine(load(joint.t), one_minus_t, load(target.t), t));
    };
    blend(0, splat<0>(scale.from), splat<0>(scale_to));
    if (four.lanes > 1) blend(1, splat<1>(scale.from), splat<1>(scale_to));
    if (four.lanes > 2) blend(2, splat<2>(scale.from), splat<2>(scale_to));
    if (four.lanes > 3) blend(3, splat<3>(scale.from), splat<3>(scale_to));
  }
}
