// The exact product of two 4x4 matrices, with the sums of absolute values that its bound is made
// of.
#pragma once

#include "reference/skinning.h"

#include <array>

namespace ulna::reference {

/// The 16 elements of a product, by rows.
struct MatrixProduct {
  std::array<Approx, 16> value;
  std::array<double, 16> terms{};    ///< sum of |a||b|
  std::array<double, 16> denormal{}; ///< the same over the terms with a denormal factor
};

/// a * b. The product of two floats is exact in double, and the four of an element add up with
/// three roundings; a fourth is that of the error itself.
template <class Real>
MatrixProduct multiply(const ulna_mat44& a, const ulna_mat44& b) {
  MatrixProduct p;
  for (size_t row = 0; row < 4; ++row) {
    Real sum[4]{};
    for (size_t k = 0; k < 4; ++k) {
      const double x = a.m[4 * row + k];
      const double abs_x = std::fabs(x);
      for (size_t column = 0; column < 4; ++column) {
        const double y = b.m[4 * k + column];
        const double abs_y = std::fabs(y);
        sum[column] += Real(x) * Real(y);
        p.terms[4 * row + column] += abs_x * abs_y;
        const bool denormal = (abs_x < 0x1p-126) | (abs_y < 0x1p-126);
        p.denormal[4 * row + column] += denormal ? abs_x * abs_y : 0;
      }
    }
    for (size_t column = 0; column < 4; ++column)
      p.value[4 * row + column] =
          pack<Real>(sum[column], 4 * kRoundoff<Real> * p.terms[4 * row + column]);
  }
  return p;
}

} // namespace ulna::reference
