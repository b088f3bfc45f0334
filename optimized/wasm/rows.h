// Joint matrices by rows: the lanes of a row are added up once for each vertex, after the products
// of all its influences.
#ifndef ULNA_WASM_ROWS_H
#define ULNA_WASM_ROWS_H

#include "vectors.h"

struct Rows {
  v128_t x, y, z;
};

inline Rows zero_rows() {
  const v128_t zero = wasm_f32x4_const_splat(0.0f);
  return {zero, zero, zero};
}

inline Rows load_rows(const ulna_joint_mat& mat) {
  return {load(mat.m), load(mat.m + 4), load(mat.m + 8)};
}

inline Rows multiply(const Rows& rows, v128_t by) {
  return {multiply(rows.x, by), multiply(rows.y, by), multiply(rows.z, by)};
}

// sum + rows * by
inline Rows add_product(const Rows& sum, const Rows& rows, v128_t by) {
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
