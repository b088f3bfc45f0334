// Slerping Clock Cycles, section 4 and appendix B: the method of the SSE optimised LerpJoints. The
// blend is scaled by 1 / (1 - t), which the normalisation takes out again.
#include "../common/blend.h"
#include "../common/four_quats.h"
#include "../common/operations.h"
#include "method.h"

static void lerp_four(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, __m128 t,
                      __m128 scaled_t, const int32_t* index) {
  const FourJoints four(index, 4);
  for (const ptrdiff_t j : four.lane) lerp_translation(joints[j], blend_joints[j], t);
  const FourQuats from = load_quats(joints, four);
  const FourQuats to = load_quats(blend_joints, four);
  const __m128 scale = with_sign(scaled_t, sign_of(dot_in_order(from, to)));
  const FourQuats sum = {add_scaled(from.x, to.x, scale), add_scaled(from.y, to.y, scale),
                         add_scaled(from.z, to.z, scale), add_scaled(from.w, to.w, scale)};
  store_quats(joints, four, multiply(sum, inverse_sqrt(dot_in_order(sum, sum))));
}

static void lerp_one(ulna_joint_quat& joint, const ulna_joint_quat& blend, __m128 t,
                     __m128 scaled_t) {
  lerp_translation(joint, blend, t);
  const __m128 from = load(joint.q);
  const __m128 to = load(blend.q);
  const __m128 scale = with_sign(scaled_t, sign_of(splat<0>(horizontal_dot(from, to))));
  const __m128 sum = add_scaled(from, to, scale);
  store(joint.q, _mm_mul_ps(sum, splat<0>(inverse_sqrt(horizontal_dot(sum, sum)))));
}

void lerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
                 const int32_t* index, int32_t num_joints) {
  if (!has_to_blend(joints, blend_joints, lerp, index, num_joints)) return;
  const __m128 t = _mm_set1_ps(lerp);
  const __m128 scaled_t = _mm_set1_ps(lerp / (1.0f - lerp));
  int32_t i = 0;
  for (; i < num_joints - 3; i += 4) lerp_four(joints, blend_joints, t, scaled_t, index + i);
  for (; i < num_joints; i++) lerp_one(joints[index[i]], blend_joints[index[i]], t, scaled_t);
}
