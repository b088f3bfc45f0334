// By components: four joints are transposed, so that each lane works on a joint of its own.
#include "../common/blend.h"
#include "../common/four_quats.h"
#include "../common/operations.h"
#include "../common/slerp_scales.h"

void slerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
                  const int32_t* index, int32_t num_joints) {
  if (!has_to_blend(joints, blend_joints, lerp, index, num_joints)) return;
  const SlerpScales scales(lerp);
  const __m128 t = _mm_set1_ps(lerp);
  const __m128 one_minus_t = _mm_set1_ps(1.0f - lerp);
  for (int32_t left = num_joints; left > 0; left -= 4, index += 4) {
    const FourJoints four(index, left);
    const FourQuats from = load_quats(joints, four);
    const FourQuats to = load_quats(blend_joints, four);
    const __m128 cosine = dot(from, to);
    const SlerpScales::Pair scale = scales.at(abs_of(cosine));
    const __m128 scale_to = with_sign(scale.to, sign_of(cosine));
    store_quats(joints, four, combine(from, scale.from, to, scale_to));
    lerp_translations(joints, blend_joints, four, one_minus_t, t);
  }
}
