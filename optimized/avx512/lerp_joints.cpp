#include "../common/blend.h"
#include "../common/operations.h"
#include "joint_pairs.h"

namespace {

struct Begun {
  JointPairs to;
  JointPairs scaled_from; // by 1 - t
  __m512 scale_to;        // where dot() has them
};

struct Sum {
  JointPairs pairs;
  __m512 norms_squared; // where dot() has them
};

} // namespace

[[gnu::flatten]] void lerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints,
                                  float lerp, const int32_t* index, int32_t num_joints) {
  if (!has_to_blend(joints, blend_joints, lerp, index, num_joints)) return;
  const __m512 one = _mm512_set1_ps(1.0f);
  const __m512 t = _mm512_set1_ps(lerp);
  const __m512 one_minus_t = _mm512_sub_ps(one, t);
  const __m512 sign_bit_of_q = _mm512_maskz_mov_ps(quaternions, _mm512_set1_ps(-0.0f));
  const auto begin = [&](const auto& eight) __attribute__((always_inline)) {
    const JointPairs from = load_joints(joints, eight);
    Begun begun;
    begun.to = load_joints(blend_joints, eight);
    begun.scale_to = _mm512_xor_ps(t, _mm512_and_ps(sign_bit_of_q, dot(from, begun.to)));
    unrolled<4>([&](auto i) { begun.scaled_from.of[i] = _mm512_mul_ps(from.of[i], one_minus_t); });
    return begun;
  };
  const auto add = [&](const Begun& begun) __attribute__((always_inline)) {
    Sum sum;
    unrolled<4>([&](auto i) {
      sum.pairs.of[i] =
          _mm512_fmadd_ps(begun.to.of[i], splat<i>(begun.scale_to), begun.scaled_from.of[i]);
    });
    sum.norms_squared = dot(sum.pairs, sum.pairs);
    return sum;
  };
  const auto normalise = [&](const auto& eight, const Sum& sum) __attribute__((always_inline)) {
    const __m512 norms = _mm512_sqrt_ps(sum.norms_squared);
    const __m512 inverse_norm = _mm512_mask_div_ps(one, quaternions, one, norms); // t stays
    JointPairs blended;
    unrolled<4>(
        [&](auto i) { blended.of[i] = _mm512_mul_ps(sum.pairs.of[i], splat<i>(inverse_norm)); });
    store_joints(joints, eight, blended);
  };
  for_each_run(
      index, num_joints, [&](const auto& groups) __attribute__((always_inline)) {
        in_stages(groups, begin, add, normalise);
      });
}
