// The number types of the ladder. Slow to compile: only what evaluates references includes it.
#pragma once

#include "reference/approx.h"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/mpfr.hpp>

namespace ulna::reference {

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

} // namespace ulna::reference
