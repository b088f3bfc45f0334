#include "../common/blend.h"
#include "../common/operations.h"
#include "quat.h"

#include <cmath>

// The angle comes from its sine and cosine, never from an arc cosine, which near 1 magnifies the
// rounding of the cosine without limit. In double, so that the only roundings that count are those
// of the cosine, of the two scales and of the last sum.
static ulna_vec4 slerp(const ulna_vec4& from, const ulna_vec4& to, float t) {
  const float signed_cosine = dot(from, to);
  const double cosine = std::fabs(static_cast<double>(signed_cosine));
  const double sine_squared = (1.0 - cosine) * (1.0 + cosine);
  double scale_from = 1.0 - static_cast<double>(t);
  double scale_to = static_cast<double>(t);
  if (sine_squared > 0.0) { // rounding may take the cosine to 1 and beyond
    const double sine = std::sqrt(sine_squared);
    const double angle = std::atan2(sine, cosine);
    scale_from = std::sin(scale_from * angle) / sine;
    scale_to = std::sin(scale_to * angle) / sine;
  }
  if (signed_cosine < 0.0f) scale_to = -scale_to;
  return combine(from, static_cast<float>(scale_from), to, static_cast<float>(scale_to));
}

void slerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
                  const int32_t* index, int32_t num_joints) {
  if (!has_to_blend(joints, blend_joints, lerp, index, num_joints)) return;
  for (int32_t i = 0; i < num_joints; i++) {
    ulna_joint_quat& joint = joints[index[i]];
    const ulna_joint_quat& blend = blend_joints[index[i]];
    joint.q = slerp(joint.q, blend.q, lerp);
    joint.t = combine(joint.t, 1.0f - lerp, blend.t, lerp);
  }
}
