// By components: four joints are transposed, so that each lane works on a joint of its own.
#include "../common/blend.h"
#include "../common/four_quats.h"
#include "../common/operations.h"

void lerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
                 const int32_t* index, int32_t num_joints) {
  if (!has_to_blend(joints, blend_joints, lerp, index, num_joints)) return;
  const __m128 one = _mm_set1_ps(1.0f);
  const __m128 t = _mm_set1_ps(lerp);
  const __m128 one_minus_t = _mm_sub_ps(one, t);
  for (int32_t left = num_joints; left > 0; left -= 4, index += 4) {
    const FourJoints four(index, left);
    const FourQuats from = load_quats(joints, four);
    const FourQuats to = load_quats(blend_joints, four);
    const FourQuats q = combine(from, one_minus_t, to, with_sign(t, sign_of(dot(from, to))));
    const __m128 inverse_norm = _mm_div_ps(one, _mm_sqrt_ps(dot(q, q)));
    store_quats(joints, four, multiply(q, inverse_norm));
    lerp_translations(joints, blend_joints, four, one_minus_t, t);
  }
}
