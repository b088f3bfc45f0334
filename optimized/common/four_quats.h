// Four quaternions by components: lane i of x, y, z and w belongs to joint i.
#ifndef ULNA_OPTIMIZED_FOUR_QUATS_H
#define ULNA_OPTIMIZED_FOUR_QUATS_H

#include "four_joints.h"

struct FourQuats {
  __m128 x, y, z, w;
};

inline FourQuats load_quats(const ulna_joint_quat* joints, const FourJoints& four) {
  FourQuats q = {load(joints[four.lane[0]].q), load(joints[four.lane[1]].q),
                 load(joints[four.lane[2]].q), load(joints[four.lane[3]].q)};
  _MM_TRANSPOSE4_PS(q.x, q.y, q.z, q.w);
  return q;
}

inline void store_quats(ulna_joint_quat* joints, const FourJoints& four, FourQuats q) {
  _MM_TRANSPOSE4_PS(q.x, q.y, q.z, q.w);
  store(joints[four.lane[0]].q, q.x);
  if (four.lanes > 1) store(joints[four.lane[1]].q, q.y);
  if (four.lanes > 2) store(joints[four.lane[2]].q, q.z);
  if (four.lanes > 3) store(joints[four.lane[3]].q, q.w);
}

inline FourQuats combine(const FourQuats& a, __m128 scale_a, const FourQuats& b, __m128 scale_b) {
  return {combine(a.x, scale_a, b.x, scale_b), combine(a.y, scale_a, b.y, scale_b),
          combine(a.z, scale_a, b.z, scale_b), combine(a.w, scale_a, b.w, scale_b)};
}

inline FourQuats multiply(const FourQuats& q, __m128 by) {
  return {_mm_mul_ps(q.x, by), _mm_mul_ps(q.y, by), _mm_mul_ps(q.z, by), _mm_mul_ps(q.w, by)};
}

#endif
