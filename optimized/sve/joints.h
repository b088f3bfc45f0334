// As many joints at a time as a register has lanes of 64 bits. A lane holds two floats of a joint,
// x and y, or z and w: its 32 bytes are four such pairs. Gathered by pairs, they are half as many
// accesses as by floats, and an index of 32 bits reaches any joint.
#ifndef ULNA_SVE_JOINTS_H
#define ULNA_SVE_JOINTS_H

#include "ulna/port.h"

#include <arm_sve.h>

#include <initializer_list>

enum Pair { kQuatXY, kQuatZW, kTranslationXY, kTranslationZW, kPairs };

static_assert(sizeof(ulna_joint_quat) == kPairs * sizeof(uint64_t));

// All of the lanes of floats.
inline svbool_t all_floats() {
  return svptrue_b32();
}

// The first pair of each joint.
inline svint64_t first_pairs(svbool_t lanes, const int32_t* index) {
  static_assert(kPairs == 1 << 2);
  return svlsl_x(lanes, svld1sw_s64(lanes, index), 2);
}

inline svfloat32_t load(Pair pair, svbool_t lanes, const ulna_joint_quat* joints, svint64_t first) {
  const uint64_t* pairs = reinterpret_cast<const uint64_t*>(joints) + pair;
  return svreinterpret_f32(svld1_gather_index(lanes, pairs, first));
}

inline void store(Pair pair, svbool_t lanes, ulna_joint_quat* joints, svint64_t first,
                  svfloat32_t value) {
  uint64_t* pairs = reinterpret_cast<uint64_t*>(joints) + pair;
  svst1_scatter_index(lanes, pairs, first, svreinterpret_u64(value));
}

// Of quaternions, by their pairs. Both floats of a lane hold it.
inline svfloat32_t dot(svfloat32_t a_xy, svfloat32_t a_zw, svfloat32_t b_xy, svfloat32_t b_zw) {
  const svfloat32_t sums = svmla_x(all_floats(), svmul_x(all_floats(), a_xy, b_xy), a_zw, b_zw);
  const svuint64_t turned = svrevw_x(svptrue_b64(), svreinterpret_u64(sums));
  return svadd_x(all_floats(), sums, svreinterpret_f32(turned));
}

// from * scale_from + to * scale_to
inline svfloat32_t combine(svfloat32_t from, svfloat32_t scale_from, svfloat32_t to,
                           svfloat32_t scale_to) {
  return svmla_x(all_floats(), svmul_x(all_floats(), from, scale_from), to, scale_to);
}

inline void blend_translations(svbool_t lanes, ulna_joint_quat* joints,
                               const ulna_joint_quat* blend_joints, svint64_t first, float lerp) {
  const svfloat32_t scale_from = svdup_f32(1.0f - lerp);
  const svfloat32_t scale_to = svdup_f32(lerp);
  for (const Pair pair : {kTranslationXY, kTranslationZW}) {
    const svfloat32_t from = load(pair, lanes, joints, first);
    const svfloat32_t to = load(pair, lanes, blend_joints, first);
    store(pair, lanes, joints, first, combine(from, scale_from, to, scale_to));
  }
}

#endif
