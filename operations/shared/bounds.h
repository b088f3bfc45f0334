// Error bounds of float arithmetic that hold for every order of evaluation, derived in
// docs/bounds.md. Source: N. Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., 2002,
// chapters 2 to 4.
#pragma once

#include "cases/operation.h"
#include "reference/skinning.h"

#include <cfloat>

namespace ulna {

/// Every absolute sum of the domain stays below this, so that no conforming order overflows.
inline constexpr double kSumLimit = double(FLT_MAX) / 4;

/// Whether no association and no order of a sum of weighted products overflows.
inline bool is_inside(const reference::SkinSum& s) {
  return s.terms < kSumLimit && s.wm < kSumLimit && s.mb < kSumLimit && s.wb < kSumLimit;
}

/// The bounds are computed in double; this covers their own rounding.
inline constexpr double kRoundUp = 1 + 0x1p-40;

/// gamma_n = n u / (1 - n u) for u = 2^-24. Infinite where n u >= 1.
inline double gamma(double n) {
  const double nu = n * 0x1p-24;
  return nu < 1 ? nu / (1 - nu) : INFINITY;
}

/// What one operation loses at most when its result underflows: half the smallest denormal, or
/// everything below the smallest normal number where the caller flushes.
inline double underflow_unit(bool flush) {
  return flush ? 0x1p-126 : 0x1p-150;
}

/// What a result may be off by beside the rounding of its sum.
struct Allowance {
  bool flush;           ///< underflow goes to zero
  bool weights = false; ///< of each vertex a port may make others, whose sum is nearer to 1

  /// What a result may be off by for n weights of which the sum is 1 but for kWeightSlack: they may
  /// be divided by it, and 1 less the others may stand in place of one (docs/bounds.md).
  double of_weights(size_t n, const reference::SkinSum& s) const {
    if (!weights) return 0;
    return (kWeightSlack + gamma(double(n) + 1)) * (1 + 0x1p-16) * (s.terms + s.most);
  }
};

inline Allowance allowance(const Case& c) {
  return {c.flush, c.profiles.has(Profile::weights_sum_to_one)};
}

/// A bound, and whether underflow makes up more than a thousandth of it.
struct Bound {
  double value;
  bool underflow;
};

/// The sum of both parts, for n operations on the way to the result.
inline Bound add_up(double rounding, double underflow, double n) {
  underflow *= 1 + gamma(n);
  const double value = (rounding + underflow) * kRoundUp;
  return {value, underflow > value * 1e-3};
}

/// The bound on a sum of n products; `terms` is the sum of their absolute values, and `denormal` of
/// those with a denormal factor.
inline Bound bound_of_sum(double terms, double denormal, double n, bool flush) {
  // Flushing, the additions underflow too, and a denormal factor counts as zero.
  const double underflow = (flush ? 2 * n : n) * underflow_unit(flush) + (flush ? denormal : 0);
  return add_up(gamma(n) * terms, underflow, n);
}

/// The bound on a sum of `influences` * 4 products m * b (weight 1).
inline Bound bound_of_products(const reference::SkinSum& s, size_t influences, bool flush) {
  return bound_of_sum(s.terms, s.denormal, 4.0 * static_cast<double>(influences), flush);
}

/// The bound on a sum of `products` products w * m * b in any association, of as many weights as
/// there are influences. Where weights may be others, SkinSum::most is noted.
inline Bound bound_of_weighted_products(const reference::SkinSum& s, size_t products,
                                        size_t influences, const Allowance& allowed) {
  const bool flush = allowed.flush;
  const double n = static_cast<double>(products) + 1;
  // An operation before the last factor loses the unit times that factor, which is one of the
  // three; one after it the unit.
  const double operations = s.factors + static_cast<double>(products);
  const double underflow =
      (flush ? 2 : 1) * operations * underflow_unit(flush) + (flush ? s.denormal : 0);
  // Weights that are off change the sum by no more than that of what they are multiplied by; and
  // its terms, on which rounding depends, by as much.
  const double off = allowed.of_weights(influences, s);
  return add_up(gamma(n) * (s.terms + off) + off, underflow, n);
}

/// What the bound on a linear interpolation is made of: |1-t||a| + |t|(|a| + |b|).
inline double terms_of_lerp(float a, float b, float t) {
  const double sum = std::fabs(double(a)) + std::fabs(double(b));
  return std::fabs(1 - double(t)) * std::fabs(double(a)) + std::fabs(double(t)) * sum;
}

/// The bound on a(1-t) + bt, on a + (b-a)t and on a - at + bt, for any t.
inline Bound bound_of_lerp(float a, float b, float t, bool flush) {
  const double abs_t = std::fabs(double(t));
  double underflow = (flush ? 4 + abs_t : 2) * underflow_unit(flush);
  if (flush && reference::is_denormal(a)) underflow += std::fabs(1 - double(t)) * std::fabs(a);
  if (flush && reference::is_denormal(b)) underflow += abs_t * std::fabs(double(b));
  if (flush && reference::is_denormal(t))
    underflow += abs_t * (std::fabs(double(a)) + std::fabs(double(b)));
  return add_up(gamma(3) * terms_of_lerp(a, b, t), underflow, 3);
}

} // namespace ulna
