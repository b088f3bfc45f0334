#include "../common/blend.h"
#include "../common/operations.h"
#include "slerp_scales.h"

[[gnu::flatten]] void slerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints,
                                   float lerp, const int32_t* index, int32_t num_joints) {
  if (num_joints <= 0 || !has_to_blend(joints, blend_joints, lerp, index, num_joints)) return;
  const SlerpScales scales(lerp);
  const Translations translations(lerp);
  const auto cosines = [&](const Listed<4>& four) __attribute__((always_inline)) {
    return cosines_of(joints, blend_joints, four);
  };
  const auto scales_of = [&](Floats4 cosine) __attribute__((always_inline)) {
    const Scales scale = scales.at(absolute(cosine));
    return Scales{scale.from, with_sign_of(cosine, scale.to)};
  };
  const auto blend = [&](const Listed<4>& four, const Scales& scale)
      __attribute__((always_inline)) {
    FourBlended blended;
    unrolled<4>([&](auto i) {
      const ulna_joint_quat& from = joints[four[i]];
      const ulna_joint_quat& to = blend_joints[four[i]];
      blended.q[i] = combine<i>(load(from.q), load(to.q), scale);
      blended.t[i] = translations.blend(from, to);
    });
    store(joints, four, blended);
  };
  in_stages(ListedGroups<4>(index, num_joints), cosines, scales_of, blend);
}
