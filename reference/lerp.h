// The exact normalised linear blend of two quaternions, and of two vectors.
// Source: J.M.P. van Waveren, Slerping Clock Cycles, 2005, sections 4 and 6.
#pragma once

#include "reference/slerp.h"

namespace ulna::reference {

/// ((1-t) q0 + t s q1) / |...| with s = -1 if `flip`, else 1.
///
/// Error on a rung with roundoff u: a component of the blend is off by at most 3u, its norm, which
/// is at least 0.7 where the arc is the shorter one, by 8u in relative terms; with the quotient
/// 20u covers the result, whose components are at most 1 (docs/bounds.md).
template <class Real>
ApproxQuat lerp(const ulna_vec4& q0, const ulna_vec4& q1, float t, bool flip) {
  using std::sqrt;
  const Real to = flip ? -Real(t) : Real(t);
  const Real from = 1 - Real(t);
  const Real x = from * Real(q0.x) + to * Real(q1.x);
  const Real y = from * Real(q0.y) + to * Real(q1.y);
  const Real z = from * Real(q0.z) + to * Real(q1.z);
  const Real w = from * Real(q0.w) + to * Real(q1.w);
  const Real norm = sqrt(Real(x * x + y * y + z * z + w * w));
  const auto component = [&](const Real& v) {
    return pack<Real>(Real(v / norm), 20 * kRoundoff<Real>);
  };
  return {component(x), component(y), component(z), component(w)};
}

/// a (1-t) + b t for any t. In double 1-t and the two products round once each, and the sum once:
/// three roundings on a path, and a fourth for the rounding of the error itself.
template <class Real>
Approx lerp_scalar(float a, float b, float t) {
  const Real value = (1 - Real(t)) * Real(a) + Real(t) * Real(b);
  const double terms = std::fabs(1 - double(t)) * std::fabs(double(a)) + std::fabs(double(t) * b);
  return pack<Real>(value, 4 * kRoundoff<Real> * terms);
}

} // namespace ulna::reference
