// Eight joints in four registers: register i holds all of joint i, and above it all of joint i + 4.
// So its quarters are q, t, q and t.
#ifndef ULNA_AVX512_JOINT_PAIRS_H
#define ULNA_AVX512_JOINT_PAIRS_H

#include "../common/eight_joints.h"
#include "../common/unrolled.h"
#include "sums.h"

constexpr __mmask16 quaternions = 0x0f0f;

struct JointPairs {
  __m512 of[4];
};

inline JointPairs load_joints(const ulna_joint_quat* joints, const EightJoints& eight) {
  const auto load = [&](int lane) { return _mm256_loadu_ps(&joints[eight.lane[lane]].q.x); };
  JointPairs pairs;
  unrolled<4>([&](auto i) {
    pairs.of[i] = _mm512_insertf32x8(_mm512_castps256_ps512(load(i)), load(i + 4), 1);
  });
  return pairs;
}

inline void store_joints(ulna_joint_quat* joints, const EightJoints& eight,
                         const JointPairs& pairs) {
  const auto store = [&](int lane, __m256 joint) {
    if (lane < eight.lanes) _mm256_storeu_ps(&joints[eight.lane[lane]].q.x, joint);
  };
  unrolled<4>([&](auto i) { store(i, _mm512_castps512_ps256(pairs.of[i])); });
  unrolled<4>([&](auto i) { store(i + 4, _mm512_extractf32x8_ps(pairs.of[i], 1)); });
}

// The dot products of the quaternions: of joints 0 to 3 in the quarter 0, of joints 4 to 7 in the
// quarter 2. The others hold those of the translations, which are nobody's.
inline __m512 dot(const JointPairs& a, const JointPairs& b) {
  const auto products = [&](int i) { return _mm512_mul_ps(a.of[i], b.of[i]); };
  return sums(products(0), products(1), products(2), products(3));
}

// The quarters of v that the numbers say.
template <int A, int B, int C, int D>
inline __m512 quarters(__m512 v) {
  return _mm512_shuffle_f32x4(v, v, _MM_SHUFFLE(D, C, B, A));
}

// In each quarter: its lane of that number, four times.
template <int Lane>
inline __m512 splat(__m512 v) {
  return _mm512_permute_ps(v, _MM_SHUFFLE(Lane, Lane, Lane, Lane));
}

// For pair i: where its quaternions are, lane i of v's quarter, four times; elsewhere `other`.
template <int I>
inline __m512 splat_for_quaternions(__m512 other, __m512 v) {
  return _mm512_mask_permute_ps(other, quaternions, v, _MM_SHUFFLE(I, I, I, I));
}

#endif
