// 4x4 matrices by rows, for row vectors: a vector needs no sums of lanes.
#ifndef ULNA_NEON_MAT44_H
#define ULNA_NEON_MAT44_H

#include "../common/unrolled.h"
#include "vectors.h"

struct Mat44 {
  float32x4_t x, y, z, t; // row 3 is the translation
};

inline Mat44 load(const ulna_mat44& mat) {
  return {vld1q_f32(mat.m), vld1q_f32(mat.m + 4), vld1q_f32(mat.m + 8), vld1q_f32(mat.m + 12)};
}

inline Mat44 multiply(const Mat44& mat, float by) {
  return {vmulq_n_f32(mat.x, by), vmulq_n_f32(mat.y, by), vmulq_n_f32(mat.z, by),
          vmulq_n_f32(mat.t, by)};
}

// sum + mat * by
inline Mat44 add_product(const Mat44& sum, const Mat44& mat, float by) {
  return {vfmaq_n_f32(sum.x, mat.x, by), vfmaq_n_f32(sum.y, mat.y, by),
          vfmaq_n_f32(sum.z, mat.z, by), vfmaq_n_f32(sum.t, mat.t, by)};
}

// The matrices of a vertex, weighted and added up.
template <int Influences, class Index>
inline Mat44 blended(const ulna_mat44* palette, const Index* indices, const float* weights) {
  Mat44 sum = multiply(load(palette[indices[0]]), weights[0]);
  unrolled<Influences - 1>([&](auto k) __attribute__((always_inline)) {
    sum = add_product(sum, load(palette[indices[k + 1]]), weights[k + 1]);
  });
  return sum;
}

// A normal, whose lane 3 counts as 0.
inline float32x4_t turned(float32x4_t v, const Mat44& mat) {
  const float32x4_t xy = vfmaq_laneq_f32(vmulq_laneq_f32(mat.x, v, 0), mat.y, v, 1);
  return vfmaq_laneq_f32(xy, mat.z, v, 2);
}

// A position, whose lane 3 counts as 1.
inline float32x4_t moved(float32x4_t v, const Mat44& mat) {
  const float32x4_t xt = vfmaq_laneq_f32(mat.t, mat.x, v, 0);
  return vfmaq_laneq_f32(vfmaq_laneq_f32(xt, mat.y, v, 1), mat.z, v, 2);
}

inline float32x4_t transformed(float32x4_t v, const Mat44& mat) {
  return vfmaq_laneq_f32(turned(v, mat), mat.t, v, 3);
}

#endif
