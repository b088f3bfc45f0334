// Dot products of float vectors, exact or as good as exact.
#pragma once

#include "reference/approx.h"
#include "ulna/port.h"

#include <type_traits>

namespace ulna::reference {

/// A dot product of two float 4-vectors as an unevaluated sum; `error` is at most 2^-100 of the sum
/// of the absolute terms. Non-finite input gives a non-finite hi.
struct DotProduct {
  double hi = 0;
  double lo = 0;
};

/// The four products are exact in double (48 significant bits, exponents above -298), and the sum
/// is compensated (Knuth's two-sum; Ogita, Rump and Oishi, Accurate Sum and Dot Product, 2005).
inline DotProduct dot(const ulna_vec4& a, const ulna_vec4& b) {
  const double p[4] = {double(a.x) * b.x, double(a.y) * b.y, double(a.z) * b.z, double(a.w) * b.w};
  double sum = p[0];
  double rest = 0;
  for (int i = 1; i < 4; ++i) {
    const double next = sum + p[i];
    const double back = next - sum;
    rest += (sum - (next - back)) + (p[i] - back);
    sum = next;
  }
  const double hi = sum + rest;
  return {hi, rest - (hi - sum)};
}

/// The dot product on a rung. Exact on the top rung: a product of floats is a multiple of 2^-298,
/// and 334 bits below 2^30 hold that.
template <class Real>
Real dot_as(const ulna_vec4& a, const ulna_vec4& b) {
  if constexpr (std::is_same_v<Real, double>) {
    return dot(a, b).hi;
  } else {
    return Real(a.x) * Real(b.x) + Real(a.y) * Real(b.y) + Real(a.z) * Real(b.z) +
           Real(a.w) * Real(b.w);
  }
}

} // namespace ulna::reference
