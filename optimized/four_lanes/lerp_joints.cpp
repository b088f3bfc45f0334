#include "../common/blend.h"
#include "../common/operations.h"
#include "four_joints.h"

namespace {

// Of four joints, before their norms are 1.
struct Sums {
  Floats4 q[4], norms_squared;
};

} // namespace

[[gnu::flatten]] void lerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints,
                                  float lerp, const int32_t* index, int32_t num_joints) {
  if (num_joints <= 0 || !has_to_blend(joints, blend_joints, lerp, index, num_joints)) return;
  const Floats4 scale_from = splat(1.0f - lerp);
  const Floats4 scale_to = splat(lerp);
  const Translations translations(lerp);
  const auto sum = [&](const Listed<4>& four) __attribute__((always_inline)) {
    const Floats4 cosines = cosines_of(joints, blend_joints, four);
    const Scales scales = {scale_from, with_sign_of(cosines, scale_to)};
    Sums sums;
    unrolled<4>([&](auto i) {
      sums.q[i] = combine<i>(load(joints[four[i]].q), load(blend_joints[four[i]].q), scales);
    });
    const auto square = [&](int i) { return multiply(sums.q[i], sums.q[i]); };
    sums.norms_squared = four_sums(square(0), square(1), square(2), square(3));
    return sums;
  };
  const auto normalise = [&](const Listed<4>& four, const Sums& sums)
      __attribute__((always_inline)) {
    const Floats4 inverse_norms = inverse_root(sums.norms_squared);
    FourBlended blended;
    unrolled<4>([&](auto i) {
      blended.q[i] = multiply_by<i>(sums.q[i], inverse_norms);
      blended.t[i] = translations.blend(joints[four[i]], blend_joints[four[i]]);
    });
    store(joints, four, blended);
  };
  in_stages(ListedGroups<4>(index, num_joints), sum, normalise);
}
