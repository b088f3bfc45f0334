// Four joints at a time. What is one number of a joint, as a cosine or a scale, lies in its lane of
// a register; quaternions and translations stay as they lie in memory.
#ifndef ULNA_WASM_FOUR_JOINTS_H
#define ULNA_WASM_FOUR_JOINTS_H

#include "../common/stages.h"
#include "vectors.h"

// The scales of each of four sums.
struct Scales {
  v128_t from, to;
};

inline v128_t cosines_of(const ulna_joint_quat* joints, const ulna_joint_quat* blend_joints,
                         const Listed<4>& four) {
  const auto products = [&](int i) {
    return multiply(load(joints[four[i]].q), load(blend_joints[four[i]].q));
  };
  return four_sums(products(0), products(1), products(2), products(3));
}

// A negative cosine leads to the opposite of the quaternion, which lies nearer.
inline v128_t with_sign_of(v128_t cosine, v128_t scale) {
  return wasm_v128_bitselect(cosine, scale, wasm_f32x4_const_splat(-0.0f));
}

// from * scales.from + to * scales.to, of the joint in this lane.
template <int Lane>
inline v128_t combine(v128_t from, v128_t to, const Scales& scales) {
  return madd(to, splat<Lane>(scales.to), multiply(from, splat<Lane>(scales.from)));
}

// Translations of all joints have the same scales.
class Translations {
public:
  explicit Translations(float lerp)
      : from_(wasm_f32x4_splat(1.0f - lerp)), to_(wasm_f32x4_splat(lerp)) {}

  v128_t blend(const ulna_joint_quat& from, const ulna_joint_quat& to) const {
    return madd(load(to.t), to_, multiply(load(from.t), from_));
  }

private:
  v128_t from_, to_;
};

struct FourBlended {
  v128_t q[4], t[4];
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
