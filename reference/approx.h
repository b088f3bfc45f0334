// What a reference returns: a value with a bound on its own error, on one rung of the ladder.
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/mpfr.hpp>

#include <cmath>

namespace ulna::reference {

/// The exact value lies within `error` of `value + tail`; |tail| is at most half an ulp of value.
struct Approx {
  double value = 0;
  double tail = 0;
  double error = 0;
};

/// The rungs of the ladder, cheapest first. `wide` decides what `fast` cannot, `top` decides every
/// witness and a random sample, and rungs that disagree are a bug in ulna.
enum class Rung { fast, wide, top };

using Fast = double;
// MPFR with 50 decimal digits on the stack: no allocation per operation.
using Wide = boost::multiprecision::number<
    boost::multiprecision::mpfr_float_backend<50, boost::multiprecision::allocate_stack>,
    boost::multiprecision::et_off>;
using Top = boost::multiprecision::number<boost::multiprecision::cpp_bin_float_100::backend_type,
                                          boost::multiprecision::et_off>;

/// Unit roundoff of a rung: 2^-53, and for the upper rungs a power of ten that is above theirs.
template <class Real>
inline constexpr double kRoundoff = 0x1p-53;
template <>
inline constexpr double kRoundoff<Wide> = 1e-49;
template <>
inline constexpr double kRoundoff<Top> = 1e-99;

/// Packs a value of any rung, known to within `error`. The tail's own rounding (2^-106 of the
/// value) is added to the error.
template <class Real>
Approx pack(const Real& value, double error) {
  Approx a;
  a.value = static_cast<double>(value);
  if constexpr (!std::is_same_v<Real, double>) {
    a.tail = static_cast<double>(Real(value - Real(a.value)));
    error += std::fabs(a.value) * 0x1p-105;
  }
  a.error = error;
  return a;
}

/// |got - exact|, with what is known of it. NaN and infinities pass through to `value`.
inline Approx distance(float got, const Approx& exact) {
  // The subtraction rounds by at most 2^-53 of its result, and so does that of the tail.
  const double d = std::fabs((static_cast<double>(got) - exact.value) - exact.tail);
  return {d, 0, exact.error + d * 0x1p-51};
}

} // namespace ulna::reference
