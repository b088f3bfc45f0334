// Eight quaternions in four registers: register i holds that of joint i, and above it that of joint
// i + 4. The eight joints are those that `eight` lists.
#ifndef ULNA_AVX2_QUAT_PAIRS_H
#define ULNA_AVX2_QUAT_PAIRS_H

#include "../common/stages.h"
#include "../common/unrolled.h"
#include "sums.h"

struct QuatPairs {
  __m256 of[4];
};

inline QuatPairs load_quats(const ulna_joint_quat* joints, const Listed<8>& eight) {
  const auto load = [&](int lane) { return _mm_load_ps(&joints[eight[lane]].q.x); };
  QuatPairs pairs;
  unrolled<4>([&](auto i) { pairs.of[i] = _mm256_set_m128(load(i + 4), load(i)); });
  return pairs;
}

inline void store_quats(ulna_joint_quat* joints, const Listed<8>& eight, const QuatPairs& pairs) {
  const auto store = [&](int lane, __m128 q) { _mm_store_ps(&joints[eight[lane]].q.x, q); };
  unrolled<4>([&](auto i) { store(i, _mm256_castps256_ps128(pairs.of[i])); });
  unrolled<4>([&](auto i) { store(i + 4, _mm256_extractf128_ps(pairs.of[i], 1)); });
}

// Lane i is the dot product of joint i.
inline __m256 dot(const QuatPairs& a, const QuatPairs& b) {
  const auto products = [&](int i) { return _mm256_mul_ps(a.of[i], b.of[i]); };
  return sums(products(0), products(1), products(2), products(3));
}

// In each half: its lane of that number, four times. So pair i gets what belongs to its two joints.
template <int Lane>
inline __m256 splat(__m256 v) {
  return _mm256_permute_ps(v, _MM_SHUFFLE(Lane, Lane, Lane, Lane));
}

// The translations are not worth being paired.
inline void lerp_translations(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints,
                              const Listed<8>& eight, __m128 one_minus_t, __m128 t) {
  for_each_joint(
      eight, [&](auto i) __attribute__((always_inline)) {
        ulna_vec4& translation = joints[eight[i]].t;
        const __m128 from = _mm_mul_ps(_mm_load_ps(&translation.x), one_minus_t);
        const __m128 to = _mm_load_ps(&blend_joints[eight[i]].t.x);
        _mm_store_ps(&translation.x, _mm_fmadd_ps(to, t, from));
      });
}

#endif
