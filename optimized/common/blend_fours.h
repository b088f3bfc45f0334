// Slerp and Lerp for four joints at a time, in SSE2 registers. The dot products of the four come
// into the lanes of a register; the joints themselves stay as they lie in memory.
//
// sums(a, b, c, d) are the horizontal sums of four registers, in the lanes of one.
#ifndef ULNA_OPTIMIZED_BLEND_FOURS_H
#define ULNA_OPTIMIZED_BLEND_FOURS_H

#include "blend.h"
#include "four_joints.h"
#include "slerp_scales.h"
#include "stages.h"
#include "unrolled.h"

// Of the joints that are `four`.
template <class Sums>
inline __m128 dot_products(const ulna_joint_quat* joints, const ulna_joint_quat* blend_joints,
                           const Listed<4>& four, const Sums& sums) {
  const auto products = [&](int i) {
    return _mm_mul_ps(load(joints[four[i]].q), load(blend_joints[four[i]].q));
  };
  return sums(products(0), products(1), products(2), products(3));
}

// The interpolated translation of a joint.
inline __m128 lerp_translation(const ulna_joint_quat& from, const ulna_joint_quat& to,
                               __m128 one_minus_t, __m128 t) {
  return combine(load(from.t), one_minus_t, load(to.t), t);
}

struct FourBlended {
  __m128 q[4], t[4];
};

inline void store(ulna_joint_quat* joints, const Listed<4>& four, const FourBlended& blended) {
  unrolled<4>([&](auto i) {
    store(joints[four[i]].q, blended.q[i]);
    store(joints[four[i]].t, blended.t[i]);
  });
}

template <class Sums>
inline void slerp_fours(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
                        const int32_t* index, int32_t num_joints, const Sums& sums) {
  if (num_joints <= 0 || !has_to_blend(joints, blend_joints, lerp, index, num_joints)) return;
  const SlerpScales scales(lerp);
  const __m128 t = _mm_set1_ps(lerp);
  const __m128 one_minus_t = _mm_set1_ps(1.0f - lerp);
  const auto cosines = [&](const Listed<4>& four) __attribute__((always_inline)) {
    return dot_products(joints, blend_joints, four, sums);
  };
  const auto scales_of = [&](__m128 cosine) __attribute__((always_inline)) {
    const SlerpScales::Pair scale = scales.at(abs_of(cosine));
    return SlerpScales::Pair{scale.from, with_sign(scale.to, sign_of(cosine))};
  };
  const auto blend = [&](const Listed<4>& four, const SlerpScales::Pair& scale)
      __attribute__((always_inline)) {
    FourBlended blended;
    unrolled<4>([&](auto i) {
      const ulna_joint_quat& from = joints[four[i]];
      const ulna_joint_quat& to = blend_joints[four[i]];
      blended.q[i] = combine(load(from.q), splat<i>(scale.from), load(to.q), splat<i>(scale.to));
      blended.t[i] = lerp_translation(from, to, one_minus_t, t);
    });
    store(joints, four, blended);
  };
  in_stages(ListedGroups<4>(index, num_joints), cosines, scales_of, blend);
}

template <class Sums>
inline void lerp_fours(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
                       const int32_t* index, int32_t num_joints, const Sums& sums) {
  if (num_joints <= 0 || !has_to_blend(joints, blend_joints, lerp, index, num_joints)) return;
  const __m128 one = _mm_set1_ps(1.0f);
  const __m128 t = _mm_set1_ps(lerp);
  const __m128 one_minus_t = _mm_sub_ps(one, t);
  struct Sum {
    __m128 q[4], norms_squared;
  };
  const auto sum = [&](const Listed<4>& four) __attribute__((always_inline)) {
    const __m128 cosine = dot_products(joints, blend_joints, four, sums);
    const __m128 scale_to = with_sign(t, sign_of(cosine));
    Sum result;
    unrolled<4>([&](auto i) {
      result.q[i] = combine(load(joints[four[i]].q), one_minus_t, load(blend_joints[four[i]].q),
                            splat<i>(scale_to));
    });
    const auto square = [&](int i) { return _mm_mul_ps(result.q[i], result.q[i]); };
    result.norms_squared = sums(square(0), square(1), square(2), square(3));
    return result;
  };
  const auto normalise = [&](const Listed<4>& four, const Sum& sum_of_four)
      __attribute__((always_inline)) {
    const __m128 inverse_norm = _mm_div_ps(one, _mm_sqrt_ps(sum_of_four.norms_squared));
    FourBlended blended;
    unrolled<4>([&](auto i) {
      blended.q[i] = _mm_mul_ps(sum_of_four.q[i], splat<i>(inverse_norm));
      blended.t[i] = lerp_translation(joints[four[i]], blend_joints[four[i]], one_minus_t, t);
    });
    store(joints, four, blended);
  };
  in_stages(ListedGroups<4>(index, num_joints), sum, normalise);
}

#endif
