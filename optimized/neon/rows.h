// Joint matrices by rows: the products of all influences are added up before the lanes are, which
// is then done once for each vertex.
#ifndef ULNA_NEON_ROWS_H
#define ULNA_NEON_ROWS_H

#include "vectors.h"

struct Rows {
  float32x4_t x, y, z;
};

inline Rows zero_rows() {
  const float32x4_t zero = vdupq_n_f32(0.0f);
  return {zero, zero, zero};
}

inline Rows load_rows(const ulna_joint_mat& mat) {
  return {vld1q_f32(mat.m), vld1q_f32(mat.m + 4), vld1q_f32(mat.m + 8)};
}

inline Rows multiply(const Rows& rows, float32x4_t by) {
  return {vmulq_f32(rows.x, by), vmulq_f32(rows.y, by), vmulq_f32(rows.z, by)};
}

// sum + rows * by
inline Rows add_product(const Rows& sum, const Rows& rows, float32x4_t by) {
  return {vfmaq_f32(sum.x, rows.x, by), vfmaq_f32(sum.y, rows.y, by), vfmaq_f32(sum.z, rows.z, by)};
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
