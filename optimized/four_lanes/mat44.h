// 4x4 matrices by rows, for row vectors: a vector needs no sums of lanes.
#ifndef ULNA_FOUR_LANES_MAT44_H
#define ULNA_FOUR_LANES_MAT44_H

#include "../common/unrolled.h"
#include "vec4.h"

struct Mat44 {
  Floats4 x, y, z, t; // row 3 is the translation
};

inline Mat44 load(const ulna_mat44& mat) {
  return {load(mat.m), load(mat.m + 4), load(mat.m + 8), load(mat.m + 12)};
}

inline Mat44 multiply(const Mat44& mat, Factor by) {
  return {multiply(mat.x, by), multiply(mat.y, by), multiply(mat.z, by), multiply(mat.t, by)};
}

// sum + mat * by
inline Mat44 add_product(const Mat44& sum, const Mat44& mat, Factor by) {
  return {madd(mat.x, by, sum.x), madd(mat.y, by, sum.y), madd(mat.z, by, sum.z),
          madd(mat.t, by, sum.t)};
}

// The matrices of a vertex, weighted and added up.
template <int Influences, class Index>
inline Mat44 blended(const ulna_mat44* palette, const Index* indices, const float* weights) {
  Mat44 sum = multiply(load(palette[indices[0]]), load_factor(weights));
  unrolled<Influences - 1>([&](auto k) __attribute__((always_inline)) {
    sum = add_product(sum, load(palette[indices[k + 1]]), load_factor(weights + k + 1));
  });
  return sum;
}

// A normal, whose lane 3 counts as 0.
inline Floats4 turned(Floats4 v, const Mat44& mat) {
  return madd_by<2>(mat.z, v, madd_by<1>(mat.y, v, multiply_by<0>(mat.x, v)));
}

// A position, whose lane 3 counts as 1.
inline Floats4 moved(Floats4 v, const Mat44& mat) {
  return madd_by<2>(mat.z, v, madd_by<1>(mat.y, v, madd_by<0>(mat.x, v, mat.t)));
}

inline Floats4 transformed(Floats4 v, const Mat44& mat) {
  return madd_by<3>(mat.t, v, turned(v, mat));
}

#endif
