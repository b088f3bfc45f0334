// As many joints at a time as a register has lanes of floats. Of a quaternion, or a translation,
// the components are in four registers, to which an access brings them from anywhere.
#ifndef ULNA_RVV_JOINTS_H
#define ULNA_RVV_JOINTS_H

#include "ulna/port.h"

#include <riscv_vector.h>

// Of joints, in bytes from the first of all. With 32 bits they would end at 2^27 joints.
inline vuint64m2_t offsets_of(const int32_t* index, size_t vl) {
  const uint32_t* numbers = reinterpret_cast<const uint32_t*>(index); // none is negative
  return __riscv_vwmulu(__riscv_vle32_v_u32m1(numbers, vl), sizeof(ulna_joint_quat), vl);
}

// `of_first` is the quaternion, or the translation, of the first joint of all.
inline vfloat32m1x4_t load(const ulna_vec4& of_first, vuint64m2_t offsets, size_t vl) {
  return __riscv_vluxseg4ei64_v_f32m1x4(&of_first.x, offsets, vl);
}

inline void store(ulna_vec4& of_first, vuint64m2_t offsets, vfloat32m1x4_t value, size_t vl) {
  __riscv_vsuxseg4ei64(&of_first.x, offsets, value, vl);
}

template <int I>
inline vfloat32m1_t component(vfloat32m1x4_t v) {
  return __riscv_vget_f32m1(v, I);
}

inline vfloat32m1_t dot(vfloat32m1x4_t a, vfloat32m1x4_t b, size_t vl) {
  vfloat32m1_t sum = __riscv_vfmul(component<0>(a), component<0>(b), vl);
  sum = __riscv_vfmacc(sum, component<1>(a), component<1>(b), vl);
  sum = __riscv_vfmacc(sum, component<2>(a), component<2>(b), vl);
  return __riscv_vfmacc(sum, component<3>(a), component<3>(b), vl);
}

// The scales are one for all joints, or one for each.
template <class ScaleFrom, class ScaleTo>
inline vfloat32m1_t combine(vfloat32m1_t from, ScaleFrom scale_from, vfloat32m1_t to,
                            ScaleTo scale_to, size_t vl) {
  return __riscv_vfmacc(__riscv_vfmul(from, scale_from, vl), scale_to, to, vl);
}

template <class ScaleFrom, class ScaleTo>
inline vfloat32m1x4_t combine(vfloat32m1x4_t from, ScaleFrom scale_from, vfloat32m1x4_t to,
                              ScaleTo scale_to, size_t vl) {
  return __riscv_vcreate_v_f32m1x4(
      combine(component<0>(from), scale_from, component<0>(to), scale_to, vl),
      combine(component<1>(from), scale_from, component<1>(to), scale_to, vl),
      combine(component<2>(from), scale_from, component<2>(to), scale_to, vl),
      combine(component<3>(from), scale_from, component<3>(to), scale_to, vl));
}

// A negative cosine leads to the opposite of the quaternion, which lies nearer.
inline vfloat32m1_t with_sign_of(vfloat32m1_t cosine, vfloat32m1_t scale, size_t vl) {
  return __riscv_vfsgnj(scale, cosine, vl);
}

inline void blend_translations(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints,
                               vuint64m2_t offsets, float lerp, size_t vl) {
  const vfloat32m1x4_t from = load(joints->t, offsets, vl);
  const vfloat32m1x4_t to = load(blend_joints->t, offsets, vl);
  store(joints->t, offsets, combine(from, 1.0f - lerp, to, lerp, vl), vl);
}

#endif
