// Eight joints in four registers: register i holds all of joint 2i, and above it all of the next.
// So its quarters are q, t, q and t.
#ifndef ULNA_AVX512_JOINT_PAIRS_H
#define ULNA_AVX512_JOINT_PAIRS_H

#include "../common/unrolled.h"
#include "joint_runs.h"
#include "sums.h"

constexpr __mmask16 quaternions = 0x0f0f;

struct JointPairs {
  __m512 of[4];
};

inline __m512 load_pair(const ulna_joint_quat* joints, Consecutive eight, int i) {
  return _mm512_loadu_ps(&joints[eight.first + 2 * i].q.x);
}
inline __m512 load_pair(const ulna_joint_quat* joints, const Listed<8>& eight, int i) {
  const auto load = [&](int lane) { return _mm256_loadu_ps(&joints[eight[lane]].q.x); };
  return _mm512_insertf32x8(_mm512_castps256_ps512(load(2 * i)), load(2 * i + 1), 1);
}

inline void store_pair(ulna_joint_quat* joints, Consecutive eight, int i, __m512 pair) {
  _mm512_storeu_ps(&joints[eight.first + 2 * i].q.x, pair);
}
inline void store_pair(ulna_joint_quat* joints, const Listed<8>& eight, int i, __m512 pair) {
  _mm256_storeu_ps(&joints[eight[2 * i]].q.x, _mm512_castps512_ps256(pair));
  _mm256_storeu_ps(&joints[eight[2 * i + 1]].q.x, _mm512_extractf32x8_ps(pair, 1));
}

template <class Eight>
inline JointPairs load_joints(const ulna_joint_quat* joints, const Eight& eight) {
  JointPairs pairs;
  unrolled<4>([&](auto i) { pairs.of[i] = load_pair(joints, eight, i); });
  return pairs;
}

template <class Eight>
inline void store_joints(ulna_joint_quat* joints, const Eight& eight, const JointPairs& pairs) {
  unrolled<4>([&](auto i) { store_pair(joints, eight, i, pairs.of[i]); });
}

// The dot products of the quaternions: of joints 0, 2, 4 and 6 in the quarter 0, of those between
// them in the quarter 2. The others hold those of the translations, which are nobody's.
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
