// Four joints at a time. What is one number of a joint, as a cosine or a scale, lies in its lane of
// a register; quaternions and translations stay as they lie in memory.
#ifndef ULNA_FOUR_LANES_FOUR_JOINTS_H
#define ULNA_FOUR_LANES_FOUR_JOINTS_H

#include "../common/stages.h"
#include "vec4.h"

// The scales of each of four sums. A negative cosine makes `to` negative, which leads to the
// opposite of the quaternion: that lies nearer.
struct Scales {
  Floats4 from, to;
};

inline Floats4 cosines_of(const ulna_joint_quat* joints, const ulna_joint_quat* blend_joints,
                          const Listed<4>& four) {
  const auto products = [&](int i) {
    return multiply(load(joints[four[i]].q), load(blend_joints[four[i]].q));
  };
  return four_sums(products(0), products(1), products(2), products(3));
}

// from * scales.from + to * scales.to, of the joint in this lane.
template <int Lane>
inline Floats4 combine(Floats4 from, Floats4 to, const Scales& scales) {
  return madd_by<Lane>(to, scales.to, multiply_by<Lane>(from, scales.from));
}

// Translations of all joints have the same scales.
class Translations {
public:
  explicit Translations(float lerp) : from_(splat(1.0f - lerp)), to_(splat(lerp)) {}

  Floats4 blend(const ulna_joint_quat& from, const ulna_joint_quat& to) const {
    return madd(load(to.t), to_, multiply(load(from.t), from_));
  }

private:
  Floats4 from_, to_;
};

struct FourBlended {
  Floats4 q[4], t[4];
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
