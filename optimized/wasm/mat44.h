// 4x4 matrices by rows, for row vectors: a vector needs no sums of lanes.
#ifndef ULNA_WASM_MAT44_H
#define ULNA_WASM_MAT44_H

#include "../common/unrolled.h"
#include "vectors.h"

struct Mat44 {
  v128_t x, y, z, t; // row 3 is the translation
};

inline Mat44 load(const ulna_mat44& mat) {
  return {load(mat.m), load(mat.m + 4), load(mat.m + 8), load(mat.m + 12)};
}

inline Mat44 multiply(const Mat44& mat, v128_t by) {
  return {multiply(mat.x, by), multiply(mat.y, by), multiply(mat.z, by), multiply(mat.t, by)};
}

// sum + mat * by
inline Mat44 add_product(const Mat44& sum, const Mat44& mat, v128_t by) {
  return {madd(mat.x, by, sum.x), madd(mat.y, by, sum.y), madd(mat.z, by, sum.z),
          madd(mat.t, by, sum.t)};
}

// The matrices of a vertex, weighted and added up.
template <int Influences, class Index>
inline Mat44 blended(const ulna_mat44* palette, const Index* indices, const float* weights) {
  Mat44 sum = multiply(load(palette[indices[0]]), load_splat(weights));
  unrolled<Influences - 1>([&](auto k) __attribute__((always_inline)) {
    sum = add_product(sum, load(palette[indices[k + 1]]), load_splat(weights + k + 1));
  });
  return sum;
}

// What a vector without translation becomes, each of whose components fills a register.
inline v128_t turned(v128_t x, v128_t y, v128_t z, const Mat44& mat) {
  return madd(z, mat.z, madd(y, mat.y, multiply(x, mat.x)));
}

// A normal, whose lane 3 counts as 0.
inline v128_t turned(v128_t v, const Mat44& mat) {
  return turned(splat<0>(v), splat<1>(v), splat<2>(v), mat);
}

// A position, whose lane 3 counts as 1.
inline v128_t moved(v128_t v, const Mat44& mat) {
  return madd(splat<2>(v), mat.z, madd(splat<1>(v), mat.y, madd(splat<0>(v), mat.x, mat.t)));
}

inline v128_t transformed(v128_t v, const Mat44& mat) {
  return madd(splat<3>(v), mat.t, turned(v, mat));
}

#endif
