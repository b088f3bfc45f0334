// The exact values of matrix-palette skinning, with the sums of absolute values that its bounds
// and domains are made of.
// Source: J.M.P. van Waveren, Fast Skinning, 2005, sections 3 and 4.
#pragma once

#include "reference/rungs.h"
#include "ulna/port.h"

#include <algorithm>
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
  double most = 0;     ///< where note_most was asked: the largest mb of one influence alone
};

/// Notes SkinSum::most in each of some sums over `count` influences; sums_of(i) are those of the
/// i-th alone.
template <class Sums, class SumsOf>
void note_most(Sums& sums, size_t count, const SumsOf& sums_of) {
  for (size_t i = 0; i < count; ++i) {
    const Sums alone = sums_of(i);
    for (size_t c = 0; c < sums.size(); ++c) sums[c].most = std::max(sums[c].most, alone[c].mb);
  }
}

inline bool is_denormal(float x) {
  return x != 0 && std::fabs(x) < 0x1p-126f;
}

/// All sums in double, the value on the rung; row_of(i) is the i-th of `count` rows. Products of
/// three floats fit no double: each rounds twice at most, and the n terms add up with n-1
/// roundings. The sums of absolute values carry the same relative error, (n+1) 2^-53, and are not
/// rounded up here.
/// The value, and nothing else, is divided by the divisor, which rounds once more.
///
/// Each column has sums of its own, which the compiler keeps in vector registers.
template <class Real, class RowOf>
SkinSum skin_sum(size_t count, const RowOf& row_of, float divisor = 1) {
  struct Columns {
    double terms[4]{}, wm[4]{}, mb[4]{}, wb[4]{}, factors[4]{}, denormal[4]{};
  } sums;
  Real value[4]{};
  for (size_t i = 0; i < count; ++i) {
    const WeightedRow row = row_of(i);
    const double w = row.weight;
    const double abs_w = std::fabs(w);
    for (int c = 0; c < 4; ++c) {
      const double m = row.m[c];
      const double b = row.b[c];
      const double abs_m = std::fabs(m);
      const double abs_b = std::fabs(b);
      value[c] += Real(w) * Real(m) * Real(b);
      const double term = abs_w * abs_m * abs_b;
      sums.terms[c] += term;
      sums.wm[c] += abs_w * abs_m;
      sums.mb[c] += abs_m * abs_b;
      sums.wb[c] += abs_w * abs_b;
      sums.factors[c] += abs_w + abs_m + abs_b;
      // A term with a factor of zero adds nothing.
      const bool denormal = (abs_w < 0x1p-126) | (abs_m < 0x1p-126) | (abs_b < 0x1p-126);
      sums.denormal[c] += denormal ? term : 0;
    }
  }
  const auto total = [](const auto& columns) {
    return (columns[0] + columns[1]) + (columns[2] + columns[3]);
  };
  SkinSum s;
  s.terms = total(sums.terms);
  s.wm = total(sums.wm);
  s.mb = total(sums.mb);
  s.wb = total(sums.wb);
  s.factors = total(sums.factors);
  s.denormal = total(sums.denormal);
  const double n = 4.0 * static_cast<double>(count);
  if (divisor == 1) {
    s.value = pack<Real>(Real(total(value)), (n + 1) * kRoundoff<Real> * s.terms);
  } else {
    const double terms = s.terms / std::fabs(double(divisor));
    s.value =
        pack<Real>(Real(Real(total(value)) / Real(divisor)), (n + 3) * kRoundoff<Real> * terms);
  }
  return s;
}

template <class Real>
SkinSum skin_sum(std::span<const WeightedRow> rows) {
  return skin_sum<Real>(rows.size(), [&](size_t i) { return rows[i]; });
}

} // namespace ulna::reference
