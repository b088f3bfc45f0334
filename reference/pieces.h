// The exact values of the pieces of kernels: in double with a derived relative error, and on the
// upper rungs. docs/bounds.md, "Pieces", derives the errors.
// Source: J.M.P. van Waveren, Slerping Clock Cycles, 2005, section 5.
#pragma once

#include "reference/rungs.h"

#include <algorithm>
#include <cmath>

namespace ulna::reference {

/// Largest relative errors of the functions in double below: 2.01, 64 and 64 times 2^-53.
inline constexpr double kReciprocalSqrtError = 0x1.02p-52;
inline constexpr double kSinError = 0x1p-47;
inline constexpr double kAtanError = 0x1p-47;

/// 1 / sqrt(x) for any finite x > 0: two operations, each correctly rounded.
inline double reciprocal_sqrt(float x) {
  return 1.0 / std::sqrt(static_cast<double>(x));
}

/// The sine of 0 <= x <= 1.5708, by its series up to x^21. x*x is exact in double.
inline double sin_zero_half_pi(float x) {
  constexpr double kFactorials[] = {1.0,
                                    6.0,
                                    120.0,
                                    5040.0,
                                    362880.0,
                                    39916800.0,
                                    6227020800.0,
                                    1307674368000.0,
                                    355687428096000.0,
                                    121645100408832000.0,
                                    51090942171709440000.0};
  const double a = x;
  const double square = a * a;
  double sum = 1.0 / kFactorials[10];
  for (int k = 9; k >= 0; --k) sum = (k % 2 == 0 ? 1.0 : -1.0) / kFactorials[k] + square * sum;
  return a * sum;
}

/// The arc tangent of y / x, neither of them negative, one of them positive, both finite. The
/// quotient of the smaller by the larger is brought near to zero by the nearest k/8.
inline double atan_positive(float y, float x) {
  static constexpr double kAtan[] = {0.0,
                                     0x1.fd5ba9aac2f6ep-4,
                                     0x1.f5b75f92c80ddp-3,
                                     0x1.6f61941e4def1p-2,
                                     0x1.dac670561bb4fp-2,
                                     0x1.1e00babdefeb4p-1,
                                     0x1.4978fa3269ee1p-1,
                                     0x1.700a7c5784634p-1,
                                     0x1.921fb54442d18p-1};
  const double smaller = std::min(y, x);
  const double larger = std::max(y, x);
  const double q = smaller / larger;
  const int k = static_cast<int>(8.0 * q + 0.5);
  const double c = k / 8.0;
  const double r = (q - c) / (1.0 + q * c);
  const double square = r * r;
  double sum = 1.0 / 13.0;
  for (int n = 11; n >= 1; n -= 2) sum = 1.0 / n - square * sum;
  const double angle = kAtan[k] + r * sum;
  return y > x ? 0x1.921fb54442d18p+0 - angle : angle;
}

/// The same on an upper rung, as good as that is.
template <class Real>
Approx reciprocal_sqrt_on(float x) {
  using std::sqrt;
  const Real value = 1 / Real(sqrt(Real(x)));
  return pack<Real>(value, 4 * kRoundoff<Real> * static_cast<double>(value));
}
template <class Real>
Approx sin_zero_half_pi_on(float x) {
  using std::sin;
  const Real value = sin(Real(x));
  return pack<Real>(value, 10 * kRoundoff<Real>);
}
template <class Real>
Approx atan_positive_on(float y, float x) {
  using std::atan2;
  const Real value = atan2(Real(y), Real(x));
  return pack<Real>(value, 10 * kRoundoff<Real>);
}

} // namespace ulna::reference
