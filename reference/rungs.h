// The number types of the ladder.
#pragma once

#include "reference/approx.h"
#include "reference/number.h"

#include <type_traits>

namespace ulna::reference {

using Fast = double;
using Wide = Number<Mpfr50>;
using Top = Number<BinFloat100>;

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
