// The exact values of matrix-palette skinning, with the sums of absolute values that its bounds
// and domains are made of.
// Source: J.M.P. van Waveren, Fast Skinning, 2005, sections 3 and 4.
#pragma once

#include "reference/approx.h"
#include "ulna/port.h"

#include <span>

namespace ulna::reference {

/// One matrix row with its weight and its base vector, both of four floats.
struct WeightedRow {
  float weight; // 1 where the form has no weight
  const float* m;
  const float* b;
};

/// The sum over influences and columns of weight * m * b.
struct SkinSum {
  Approx value;
  double terms = 0;    ///< sum of |w||m||b|
  double wm = 0;       ///< sum of |w||m|
  double mb = 0;       ///< sum of |m||b|
  double wb = 0;       ///< sum of |w||b|
  double factors = 0;  ///< sum of |w| + |m| + |b|
  double denormal = 0; ///< sum of |w||m||b| over the terms with a denormal factor
};

inline bool is_denormal(float x) {
  return x != 0 && std::fabs(x) < 0x1p-126f;
}

/// All sums in double, the value on the rung. Products of three floats fit no double: each rounds
/// twice at most, and the n terms add up with n-1 roundings. The sums of absolute values carry the
/// same relative error, (n+1) 2^-53, and are not rounded up here.
template <class Real>
SkinSum skin_sum(std::span<const WeightedRow> rows) {
  SkinSum s;
  Real value = 0;
  for (const WeightedRow& row : rows) {
    const double w = row.weight;
    for (int c = 0; c < 4; ++c) {
      const double wm = w * row.m[c];
      value += Real(w) * Real(row.m[c]) * Real(row.b[c]);
      const double term = std::fabs(wm * row.b[c]);
      s.terms += term;
      s.wm += std::fabs(wm);
      s.mb += std::fabs(double(row.m[c]) * row.b[c]);
      s.wb += std::fabs(w * row.b[c]);
      s.factors += std::fabs(w) + std::fabs(row.m[c]) + std::fabs(row.b[c]);
      if (is_denormal(row.weight) || is_denormal(row.m[c]) || is_denormal(row.b[c]))
        s.denormal += term;
    }
  }
  const double n = 4.0 * static_cast<double>(rows.size());
  s.value = pack<Real>(value, (n + 1) * kRoundoff<Real> * s.terms);
  return s;
}

} // namespace ulna::reference
