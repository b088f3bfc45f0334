// The exact combined matrix of a bone, its inverse, and whether there is one.
// Source: a textbook chapter on skinned meshes in Direct3D 9, on bone offset matrices.
#pragma once

#include "reference/rungs.h"
#include "ulna/port.h"

#include <array>
#include <cmath>

namespace ulna::reference {

/// The first three columns of an affine matrix for row vectors, by rows: three rows of the linear
/// part, and the translation.
template <class Real>
using Affine = std::array<Real, 12>;

template <class Real>
Affine<Real> affine(const ulna_mat44& mat) {
  Affine<Real> a;
  for (size_t row = 0; row < 4; ++row)
    for (size_t c = 0; c < 3; ++c) a[3 * row + c] = Real(mat.m[4 * row + c]);
  return a;
}

/// First a, then b.
template <class Real>
Affine<Real> multiply(const Affine<Real>& a, const Affine<Real>& b) {
  Affine<Real> product;
  for (size_t row = 0; row < 4; ++row) {
    const Real* from = &a[3 * row];
    for (size_t c = 0; c < 3; ++c) {
      product[3 * row + c] = from[0] * b[c] + from[1] * b[3 + c] + from[2] * b[6 + c];
      if (row == 3) product[9 + c] += b[9 + c];
    }
  }
  return product;
}

/// What takes an element of a 3x3 matrix to its cofactor: the product of two others, and the
/// product of two more.
template <class Real>
struct Minor {
  Real plus, minus;
};

template <class Real>
Minor<Real> minor_of(const Real* m, size_t row, size_t column) {
  const size_t r1 = (row + 1) % 3 * 3, r2 = (row + 2) % 3 * 3;
  const size_t c1 = (column + 1) % 3, c2 = (column + 2) % 3;
  return {Real(m[r1 + c1] * m[r2 + c2]), Real(m[r1 + c2] * m[r2 + c1])};
}

/// The determinant of the 3x3 matrix m.
template <class Real>
Real determinant(const Real* m) {
  Real sum = 0;
  for (size_t c = 0; c < 3; ++c) {
    const Minor<Real> minor = minor_of(m, 0, c);
    sum += m[c] * (minor.plus - minor.minus);
  }
  return sum;
}

/// The inverse by cofactors, for a determinant that is not zero.
template <class Real>
Affine<Real> inverse(const Affine<Real>& a, const Real& det) {
  Affine<Real> x;
  for (size_t row = 0; row < 3; ++row) {
    for (size_t c = 0; c < 3; ++c) {
      const Minor<Real> minor = minor_of(a.data(), c, row);
      x[3 * row + c] = (minor.plus - minor.minus) / det;
    }
  }
  for (size_t c = 0; c < 3; ++c) x[9 + c] = -(a[9] * x[c] + a[10] * x[3 + c] + a[11] * x[6 + c]);
  return x;
}

/// Whether the determinant of the linear part is zero, decided exactly; for finite elements.
bool is_singular(const ulna_mat44& mat);

} // namespace ulna::reference
