#include "../common/blend.h"
#include "../common/operations.h"
#include "joint_pairs.h"

// Of eight joints, whose squared norms are where dot() has them. A root and a division cost by the
// register's width, so they are made of what counts.
static inline __m512 inverse_norms(__m512 squares) {
  const __m256 eight = _mm512_castps512_ps256(quarters<0, 2, 0, 2>(squares));
  const __m256 inverse = _mm256_div_ps(_mm256_set1_ps(1.0f), _mm256_sqrt_ps(eight));
  return quarters<0, 0, 1, 1>(_mm512_castps256_ps512(inverse));
}

[[gnu::flatten]] void lerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints,
                                  float lerp, const int32_t* index, int32_t num_joints) {
  if (!has_to_blend(joints, blend_joints, lerp, index, num_joints)) return;
  const __m512 one = _mm512_set1_ps(1.0f);
  const __m512 t = _mm512_set1_ps(lerp);
  const __m512 one_minus_t = _mm512_sub_ps(one, t);
  const __m512 sign_bit = _mm512_set1_ps(-0.0f);
  for_each_eight(
      index, num_joints, [&](const EightJoints& eight) __attribute__((always_inline)) {
        const JointPairs from = load_joints(joints, eight);
        const JointPairs to = load_joints(blend_joints, eight);
        const __m512 scale_to = _mm512_xor_ps(t, _mm512_and_ps(sign_bit, dot(from, to)));
        JointPairs blended;
        unrolled<4>([&](auto i) {
          blended.of[i] = _mm512_fmadd_ps(to.of[i], splat_for_quaternions<i>(t, scale_to),
                                          _mm512_mul_ps(from.of[i], one_minus_t));
        });
        const __m512 inverse_norm = inverse_norms(dot(blended, blended));
        unrolled<4>([&](auto i) {
          blended.of[i] = _mm512_mul_ps(blended.of[i], splat_for_quaternions<i>(one, inverse_norm));
        });
        store_joints(joints, eight, blended);
      });
}
