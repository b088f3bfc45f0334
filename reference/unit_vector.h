// The direction and the length of a vector, of which the exact components are known or those that a
// port returned are given.
#pragma once

#include "reference/approx.h"

#include <array>

namespace ulna::reference {

struct UnitVector {
  std::array<Approx, 3> direction; ///< s / |s|
  Approx length;                   ///< |s|
};

/// Of a vector s whose components are known to within their errors, on a rung with roundoff u.
///
/// A component is taken as a number of the rung: value + tail, which fits all of them. The three
/// squares and their sum round by 3u, which the root halves, the root and the quotient by u each:
/// 4u of a component of the direction and 3u of the length covers them. With e_i the error of s_i,
/// d the root of the sum of their squares and d < |s|, the exact s_i / |s| is within
/// (e_i + |s_i| d / |s|) / (|s| - d) of that of the values, and the length within d.
///
/// A vector of length zero has the direction NaN, as have those with a NaN or an infinity but for
/// finite components beside an infinity, which have 0. |s| is below 2^500.
UnitVector unit_vector(const std::array<Approx, 3>& s, Rung rung);

} // namespace ulna::reference
