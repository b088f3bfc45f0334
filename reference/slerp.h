// The exact spherical linear interpolation of two quaternions.
// Source: J.M.P. van Waveren, Slerping Clock Cycles, 2005, section 3.
#pragma once

#include "reference/dot.h"
#include "reference/rungs.h"

namespace ulna::reference {

/// The factors of q0 and q1.
template <class Real>
struct Scales {
  Real from;
  Real to;
};

/// sin(t a) / sin(a) for cos(a) = 1 - 2z, by the series t * 2F1(1+t, 1-t; 3/2; z), which is the
/// analytic continuation through z = 0 to cosines above 1 (DLMF 15.4.16 and 18.5.7 with n = t-1).
/// For 0 <= t <= 1 and |z| < 1 the k-th term is at most z times the one before it.
template <class Real>
Real slerp_scale_series(const Real& t, const Real& z) {
  using std::abs;
  Real term = t;
  Real sum = t;
  for (int k = 0; k < 1000; ++k) {
    const Real a = 1 + t + k;
    const Real b = 1 - t + k;
    term = term * a * b * z / ((Real(1.5) + k) * (k + 1));
    sum = sum + term;
    if (!(static_cast<double>(abs(term)) > kRoundoff<Real> * static_cast<double>(abs(sum)))) break;
  }
  return sum;
}

/// Both factors for the cosine c >= 0 and t in [0, 1]. Near and above c = 1 the series, elsewhere
/// the sines, with the angle from atan2, which is well conditioned everywhere.
template <class Real>
Scales<Real> slerp_scales(const Real& c, const Real& t) {
  using std::atan2, std::sin, std::sqrt;
  const Real one_minus_t = 1 - t;
  const Real versine = 1 - c;
  if (versine < 0x1p-8) {
    const Real z = versine / 2;
    return {slerp_scale_series<Real>(one_minus_t, z), slerp_scale_series<Real>(t, z)};
  }
  const Real sine = sqrt(Real(versine * (1 + c)));
  const Real angle = atan2(sine, c);
  return {Real(sin(Real(one_minus_t * angle)) / sine), Real(sin(Real(t * angle)) / sine)};
}

/// The four components of an interpolated quaternion.
struct ApproxQuat {
  Approx x, y, z, w;
};

/// slerp(q0, s*q1, t) with s = -1 if `flip`, else 1.
///
/// Error on a rung with roundoff u, for norms near 1 and 0 <= t <= 1 (docs/bounds.md derives it):
/// the cosine is off by at most 4u, and no scale moves faster than the cosine; the sines, the
/// angle and the quotient add at most 16u in relative terms, the series 2u; the combination adds
/// 2u. 45u <= 5e-15 covers all of it in double, where sin and atan2 err by one ulp at most (the
/// table of errors in the GNU C Library manual).
template <class Real>
ApproxQuat slerp(const ulna_vec4& q0, const ulna_vec4& q1, float t, bool flip) {
  using std::abs;
  const Real c = abs(dot_as<Real>(q0, q1));
  Scales<Real> s = slerp_scales<Real>(c, Real(t));
  if (flip) s.to = -s.to;
  const auto component = [&](float a, float b) {
    return pack<Real>(Real(s.from * Real(a) + s.to * Real(b)), 45 * kRoundoff<Real>);
  };
  return {component(q0.x, q1.x), component(q0.y, q1.y), component(q0.z, q1.z),
          component(q0.w, q1.w)};
}

} // namespace ulna::reference
