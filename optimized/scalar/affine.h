#ifndef ULNA_SCALAR_AFFINE_H
#define ULNA_SCALAR_AFFINE_H

#include "ulna/port.h"

#include <cmath>

// The product of two of the elements of a row and two of another, which a minor is the difference
// of.
struct Minor {
  float plus, minus;
};

inline Minor minor_of(const ulna_mat44& m, int row, int column) {
  const float* a = m.m + 4 * ((row + 1) % 3);
  const float* b = m.m + 4 * ((row + 2) % 3);
  const int c = (column + 1) % 3;
  const int d = (column + 2) % 3;
  return {a[c] * b[d], a[d] * b[c]};
}

// The determinant of the linear part, and the sum of its absolute terms.
struct Determinant {
  float value, terms;
};

inline Determinant determinant(const ulna_mat44& m) {
  Determinant det = {0.0f, 0.0f};
  for (int c = 0; c < 3; c++) {
    const Minor minor = minor_of(m, 0, c);
    det.value += m.m[c] * (minor.plus - minor.minus);
    det.terms += std::fabs(m.m[c]) * (std::fabs(minor.plus) + std::fabs(minor.minus));
  }
  return det;
}

// Whether rounding alone may have kept the determinant from being zero. True for NaNs.
inline bool is_singular(const Determinant& det) {
  return !(std::fabs(det.value) > 0x1p-20f * det.terms);
}

inline bool is_affine(const ulna_mat44& m) {
  for (const float x : m.m)
    if (!std::isfinite(x)) return false;
  return m.m[3] == 0.0f && m.m[7] == 0.0f && m.m[11] == 0.0f && m.m[15] == 1.0f;
}

inline ulna_mat44 multiply(const ulna_mat44& a, const ulna_mat44& b) {
  ulna_mat44 product;
  for (int row = 0; row < 4; row++) {
    const float* from = a.m + 4 * row;
    float* to = product.m + 4 * row;
    for (int c = 0; c < 3; c++) {
      to[c] = (from[0] * b.m[c] + from[1] * b.m[4 + c]) + from[2] * b.m[8 + c];
      if (row == 3) to[c] += b.m[12 + c];
    }
    to[3] = row == 3 ? 1.0f : 0.0f;
  }
  return product;
}

inline ulna_mat44 inverse(const ulna_mat44& a, float det) {
  ulna_mat44 x;
  for (int row = 0; row < 3; row++) {
    for (int c = 0; c < 3; c++) {
      const Minor minor = minor_of(a, c, row);
      x.m[4 * row + c] = (minor.plus - minor.minus) / det;
    }
    x.m[4 * row + 3] = 0.0f;
  }
  const float* t = a.m + 12;
  for (int c = 0; c < 3; c++)
    x.m[12 + c] = -((t[0] * x.m[c] + t[1] * x.m[4 + c]) + t[2] * x.m[8 + c]);
  x.m[15] = 1.0f;
  return x;
}

#endif
