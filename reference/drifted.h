// What right methods make of quaternions whose norms are off, as those of a pose are that was
// blended before. The formulas of Slerping Clock Cycles are for unit quaternions: with others, a
// method gives this or that, depending on where it takes them for unit and where it makes them so.
#pragma once

#include "reference/lerp.h"

#include <algorithm>
#include <array>

namespace ulna::reference {

/// The middle of what the methods give, and how far from it they go. On a rung with roundoff u the
/// middle is known to 256u, which is generous: a blend is to 45u (slerp.h, lerp.h), and scaling it
/// or its ends to unit norm at most doubles that and adds 10u; the widths, in double, to 2^-45 as
/// well.
struct QuatRange {
  ApproxQuat middle;
  std::array<double, 4> width; ///< to either side
};

/// Collects what methods give.
template <class Real>
class Methods {
public:
  using Quat = std::array<Real, 4>;

  void add(const Quat& q) {
    for (size_t i = 0; i < 4; ++i) {
      if (none_ || q[i] < low_[i]) low_[i] = q[i];
      if (none_ || q[i] > high_[i]) high_[i] = q[i];
    }
    none_ = false;
  }

  QuatRange range() const {
    QuatRange all;
    Approx* const middle[] = {&all.middle.x, &all.middle.y, &all.middle.z, &all.middle.w};
    for (size_t i = 0; i < 4; ++i) {
      *middle[i] = pack<Real>(Real((low_[i] + high_[i]) / 2), 256 * kRoundoff<Real>);
      all.width[i] = static_cast<double>(Real((high_[i] - low_[i]) / 2));
    }
    return all;
  }

private:
  bool none_ = true;
  Quat low_{};
  Quat high_{};
};

/// Two quaternions of any norm near 1, the second turned over if `flip`.
template <class Real>
struct DriftedPair {
  using Quat = std::array<Real, 4>;
  Quat from, to;
  Real from_norm, to_norm;
  Real cosine; ///< their dot product

  DriftedPair(const ulna_vec4& q0, const ulna_vec4& q1, bool flip)
      : from{Real(q0.x), Real(q0.y), Real(q0.z), Real(q0.w)}, to{Real(q1.x), Real(q1.y), Real(q1.z),
                                                                 Real(q1.w)},
        from_norm(root(dot_as<Real>(q0, q0))), to_norm(root(dot_as<Real>(q1, q1))),
        cosine(dot_as<Real>(q0, q1)) {
    if (!flip) return;
    for (Real& v : to) v = -v;
    cosine = -cosine;
  }

  static Real root(const Real& x) {
    using std::sqrt;
    return sqrt(x);
  }

  Quat combine(const Real& scale_from, const Real& scale_to) const {
    Quat q;
    for (size_t i = 0; i < 4; ++i) q[i] = scale_from * from[i] + scale_to * to[i];
    return q;
  }

  /// The blend with these scales, where each end is taken as it is, or scaled to unit norm first.
  template <class Use>
  void each_blend(const Real& scale_from, const Real& scale_to, const Use& use) const {
    for (const Real& f : {scale_from, Real(scale_from / from_norm)})
      for (const Real& t : {scale_to, Real(scale_to / to_norm)}) use(combine(f, t));
  }
};

/// q / |q|.
template <class Real>
std::array<Real, 4> scaled_to_unit(std::array<Real, 4> q) {
  using std::sqrt;
  const Real norm = sqrt(Real(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]));
  for (Real& v : q) v = v / norm;
  return q;
}

/// slerp(q0, s*q1, t): with the cosine as it is, or of the unit quaternions; with each end as it
/// is, or scaled to unit norm; and with the result scaled to it.
template <class Real>
QuatRange slerp_range(const ulna_vec4& q0, const ulna_vec4& q1, float t, bool flip) {
  using std::abs;
  const DriftedPair<Real> pair(q0, q1, flip);
  const Real cosine = abs(pair.cosine);
  Methods<Real> methods;
  for (const Real& c : {cosine, Real(cosine / Real(pair.from_norm * pair.to_norm))}) {
    const Scales<Real> s = slerp_scales<Real>(c, Real(t));
    pair.each_blend(s.from, s.to, [&](const auto& q) { methods.add(q); });
    methods.add(scaled_to_unit<Real>(pair.combine(s.from, s.to)));
  }
  return methods.range();
}

/// The normalised (1-t) q0 + t s q1: with each end as it is, or scaled to unit norm; divided by its
/// norm, or by what that is for unit quaternions with this cosine, or with theirs. A cosine that is
/// cut off at one lies between the two.
template <class Real>
QuatRange lerp_range(const ulna_vec4& q0, const ulna_vec4& q1, float t, bool flip) {
  const DriftedPair<Real> pair(q0, q1, flip);
  const Real to(t);
  const Real from = 1 - to;
  Methods<Real> methods;
  pair.each_blend(from, to, [&](const auto& q) { methods.add(scaled_to_unit<Real>(q)); });
  for (const Real& c : {pair.cosine, Real(pair.cosine / Real(pair.from_norm * pair.to_norm))}) {
    const Real norm = pair.root(Real(1 - 2 * from * to * (1 - c)));
    methods.add(pair.combine(Real(from / norm), Real(to / norm)));
  }
  return methods.range();
}

} // namespace ulna::reference
