// Joint matrices by rows: the lanes of a row are added up once for each vertex, after the products
// of all its influences.
#ifndef ULNA_FOUR_LANES_ROWS_H
#define ULNA_FOUR_LANES_ROWS_H

#include "vec4.h"

struct Rows {
  Floats4 x, y, z;
};

inline Rows zero_rows() {
  const Floats4 zero = splat(0.0f);
  return {zero, zero, zero};
}

inline Rows load_rows(const ulna_joint_mat& mat) {
  return {load(mat.m), load(mat.m + 4), load(mat.m + 8)};
}

// `by` is a vector or a Factor.
template <class By>
inline Rows multiply(const Rows& rows, By by) {
  return {multiply(rows.x, by), multiply(rows.y, by), multiply(rows.z, by)};
}

// sum + rows * by
template <class By>
inline Rows add_product(const Rows& sum, const Rows& rows, By by) {
  return {madd(rows.x, by, sum.x), madd(rows.y, by, sum.y), madd(rows.z, by, sum.z)};
}

// The horizontal sums of the rows, to out.xyz.
inline void store_row_sums(ulna_vec4& out, const Rows& rows) {
  store_three(&out.x, four_sums(rows.x, rows.y, rows.z, rows.z));
}

// base: position, normal and tangent
inline void store_products(ulna_vertex& vert, const Rows& mat, const ulna_vec4* base) {
  store_row_sums(vert.position, multiply(mat, load(base[0])));
  store_row_sums(vert.normal, multiply(mat, load(base[1])));
  store_row_sums(vert.tangent, multiply(mat, load(base[2])));
}

#endif
