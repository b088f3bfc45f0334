#include "../common/blend.h"
#include "../common/operations.h"
#include "quat_pairs.h"

// Not in stages: what a group would keep between them takes more registers than there are.
[[gnu::flatten]] void lerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints,
                                  float lerp, const int32_t* index, int32_t num_joints) {
  if (num_joints <= 0 || !has_to_blend(joints, blend_joints, lerp, index, num_joints)) return;
  const __m256 one = _mm256_set1_ps(1.0f);
  const __m256 t = _mm256_set1_ps(lerp);
  const __m256 one_minus_t = _mm256_sub_ps(one, t);
  const __m256 sign_bit = _mm256_set1_ps(-0.0f);
  for_each_group<8>(
      index, num_joints, [&](const Listed<8>& eight) __attribute__((always_inline)) {
        const QuatPairs from = load_quats(joints, eight);
        const QuatPairs to = load_quats(blend_joints, eight);
        const __m256 scale_to = _mm256_xor_ps(t, _mm256_and_ps(sign_bit, dot(from, to)));
        QuatPairs q;
        unrolled<4>([&](auto i) {
          q.of[i] =
              _mm256_fmadd_ps(to.of[i], splat<i>(scale_to), _mm256_mul_ps(from.of[i], one_minus_t));
        });
        const __m256 inverse_norm = _mm256_div_ps(one, _mm256_sqrt_ps(dot(q, q)));
        unrolled<4>([&](auto i) { q.of[i] = _mm256_mul_ps(q.of[i], splat<i>(inverse_norm)); });
        store_quats(joints, eight, q);
        lerp_translations(joints, blend_joints, eight, _mm256_castps256_ps128(one_minus_t),
                          _mm256_castps256_ps128(t));
      });
}
