// 4x4 matrices by rows, for row vectors: a vector needs no sums of lanes.
#ifndef ULNA_NEON_MAT44_H
#define ULNA_NEON_MAT44_H

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

inline float32x4_t transform(float32x4_t v, const Mat44& mat) {
  const float32x4_t xy = vfmaq_laneq_f32(vmulq_laneq_f32(mat.x, v, 0), mat.y, v, 1);
  return vfmaq_laneq_f32(vfmaq_laneq_f32(xy, mat.z, v, 2), mat.t, v, 3);
}

#endif
