#include "../common/blend.h"
#include "../common/operations.h"
#include "quat.h"

void lerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
                 const int32_t* index, int32_t num_joints) {
  if (!has_to_blend(joints, blend_joints, lerp, index, num_joints)) return;
  for (int32_t i = 0; i < num_joints; i++) {
    ulna_joint_quat& joint = joints[index[i]];
    const ulna_joint_quat& blend = blend_joints[index[i]];
    joint.q = lerp_normalised(joint.q, blend.q, lerp);
    joint.t = combine(joint.t, 1.0f - lerp, blend.t, lerp);
  }
}
