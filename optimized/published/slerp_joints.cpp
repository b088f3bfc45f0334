// Slerping Clock Cycles, section 6 and appendix A: the method of the SSE optimised SlerpJoints.
#include "../common/blend.h"
#include "../common/four_quats.h"
#include "../common/operations.h"
#include "method.h"

static void slerp_four(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, __m128 t,
                       const int32_t* index) {
  const FourJoints four(index, 4);
  for (const ptrdiff_t j : four.lane) lerp_translation(joints[j], blend_joints[j], t);
  const FourQuats from = load_quats(joints, four);
  const FourQuats to = load_quats(blend_joints, four);
  const Scales scale = slerp_scales(dot_in_order(from, to), t);
  store_quats(joints, four, combine(from, scale.from, to, scale.to));
}

static void slerp_one(ulna_joint_quat& joint, const ulna_joint_quat& blend, __m128 t) {
  lerp_translation(joint, blend, t);
  const __m128 from = load(joint.q);
  const __m128 to = load(blend.q);
  const Scales scale = slerp_scales(horizontal_dot(from, to), t);
  store(joint.q, combine(from, splat<0>(scale.from), to, splat<0>(scale.to)));
}

void slerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
                  const int32_t* index, int32_t num_joints) {
  if (!has_to_blend(joints, blend_joints, lerp, index, num_joints)) return;
  const __m128 t = _mm_set1_ps(lerp);
  int32_t i = 0;
  for (; i < num_joints - 3; i += 4) slerp_four(joints, blend_joints, t, index + i);
  for (; i < num_joints; i++) slerp_one(joints[index[i]], blend_joints[index[i]], t);
}
