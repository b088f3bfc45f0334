// Joint matrices by rows, in the registers a, b and c: the products of all influences are added up
// before the lanes are, which is then done once for each vertex.
#ifndef ULNA_SVE_ROWS_H
#define ULNA_SVE_ROWS_H

#include "parts.h"

// sum + mat * by
inline void add_product(svfloat32_t& a, svfloat32_t& b, svfloat32_t& c, const ulna_joint_mat& mat,
                        svfloat32_t by) {
  a = svmla_x(all_lanes(), a, load_part(mat.m, 0), by);
  b = svmla_x(all_lanes(), b, load_part(mat.m, 1), by);
  c = svmla_x(all_lanes(), c, load_part(mat.m, 2), by);
}

// Lane 0 with lane 1, 2 with 3 and so on, first those of v, then those of w.
inline svfloat32_t pair_sums(svfloat32_t v, svfloat32_t w) {
  return svadd_x(all_lanes(), svuzp1(v, w), svuzp2(v, w));
}

// The sums of four lanes each. The first pairs are two of x, two of y and two of z, of which b, or
// b and c, have none where a has them already.
inline void store_row_sums(ulna_vec4& out, svfloat32_t a, svfloat32_t b, svfloat32_t c) {
  const svfloat32_t xyz = pair_sums(pair_sums(a, b), pair_sums(c, c));
  svst1(svptrue_pat_b32(SV_VL3), &out.x, xyz);
}

#endif
