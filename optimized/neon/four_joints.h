// Four joints at a time. What is one number of a joint, as a cosine or a scale, lies in its lane of
// a register; quaternions and translations stay as they lie in memory.
#ifndef ULNA_NEON_FOUR_JOINTS_H
#define ULNA_NEON_FOUR_JOINTS_H

#include "../common/stages.h"
#include "vectors.h"

// The scales of each of four sums.
struct Scales {
  float32x4_t from, to;
};

inline float32x4_t cosines_of(const ulna_joint_quat* joints, const ulna_joint_quat* blend_joints,
                              const Listed<4>& four) {
  const auto products = [&](int i) {
    return vmulq_f32(load(joints[four[i]].q), load(blend_joints[four[i]].q));
  };
  return four_sums(products(0), products(1), products(2), products(3));
}

// A negative cosine leads to the opposite of the quaternion, which lies nearer.
inline float32x4_t with_sign_of(float32x4_t cosine, float32x4_t scale) {
  return vbslq_f32(vdupq_n_u32(0x80000000), cosine, scale);
}

// from * scales.from + to * scales.to, of the joint in this lane.
template <int Lane>
inline float32x4_t combine(float32x4_t from, float32x4_t to, const Scales& scales) {
  return vfmaq_laneq_f32(vmulq_laneq_f32(from, scales.from, Lane), to, scales.to, Lane);
}

// Translations of all joints have the same scales.
class Translations {
public:
  explicit Translations(float lerp) : from_(vdupq_n_f32(1.0f - lerp)), to_(vdupq_n_f32(lerp)) {}

  float32x4_t blend(const ulna_joint_quat& from, const ulna_joint_quat& to) const {
    return vfmaq_f32(vmulq_f32(load(from.t), from_), load(to.t), to_);
  }

private:
  float32x4_t from_, to_;
};

struct FourBlended {
  float32x4_t q[4], t[4];
};

// After all four are read: the last group may have a joint twice.
inline void store(ulna_joint_quat* joints, const Listed<4>& four, const FourBlended& blended) {
  unrolled<4>([&](auto i) {
    ulna_joint_quat& joint = joints[four[i]];
    store(joint.q, blended.q[i]);
    store(joint.t, blended.t[i]);
  });
}

#endif
