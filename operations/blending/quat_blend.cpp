#include "operations/blending/quat_blend.h"

#include "operations/shared/mend.h"

#include <algorithm>

namespace ulna::blending {
namespace {

using reference::DotProduct;
using reference::Rung;

constexpr uint8_t kFirst = 0; ///< quantity

/// |norm^2 - 1|, of the compensated dot product. NaN where there is no norm.
double drift_of(const ulna_vec4& q) {
  const DotProduct n = reference::dot(q, q);
  return std::fabs((n.hi - 1) + n.lo);
}

void settle(Clause clause, uint8_t quantity, bool two_branches, Expectation& e) {
  std::fill_n(e.clause.begin(), 4, clause);
  std::fill_n(e.quantity.begin(), 4, quantity);
  std::fill_n(e.width.begin(), 4, 0);
  std::fill_n(e.branch.begin(), 4, two_branches);
  e.two_branches = two_branches;
}

void put(const reference::ApproxQuat& q, std::array<reference::Approx, kMaxWords>& out) {
  out[0] = q.x;
  out[1] = q.y;
  out[2] = q.z;
  out[3] = q.w;
}

} // namespace

/// What two quaternions are to each other.
struct QuatBlend::Pair {
  const ulna_vec4& from;
  const ulna_vec4& to;
  double from_drift, to_drift; ///< |norm^2 - 1|
  double cosine;               ///< without its sign
  bool flip;
  bool either_sign;

  Pair(const ulna_vec4& q0, const ulna_vec4& q1, bool either)
      : from(q0), to(q1), from_drift(drift_of(q0)), to_drift(drift_of(q1)), either_sign(either) {
    const DotProduct c = reference::dot(q0, q1);
    cosine = std::fabs(c.hi + c.lo);
    flip = c.hi < 0 || (c.hi == 0 && c.lo < 0);
  }

  bool two_branches(double slack) const { return either_sign || cosine <= slack; }

  /// Whether the drift of both is; that of a NaN never is.
  bool within(double slack) const { return from_drift <= slack && to_drift <= slack; }
};

void QuatBlend::expect(const ulna_vec4& q0, const ulna_vec4& q1, Rung rung, Expectation& e,
                       bool either_sign) const {
  const Pair pair(q0, q1, either_sign);
  if (pair.within(kNormSlack)) return expect_unit(Clause::bounded, pair, rung, e);
  if (pair.within(kDriftSlack)) return expect_drifted(pair, rung, e);
  for (size_t i = 0; i < kDrifts.size(); ++i) {
    if (!pair.within(1.5 * kDrifts[i])) continue;
    e.drift = static_cast<uint8_t>(i);
    return expect_unit(Clause::measured, pair, rung, e);
  }
  std::fill_n(e.clause.begin(), 4, Clause::unjudged);
}

void QuatBlend::expect_unit(Clause clause, const Pair& pair, Rung rung, Expectation& e) const {
  settle(clause, kFirst, pair.two_branches(kSignSlack), e);
  put(curve_(pair.from, pair.to, t_, pair.flip, rung), e.exact);
  std::fill_n(e.bound.begin(), 4, kQuatBound);
  if (e.two_branches) put(curve_(pair.from, pair.to, t_, !pair.flip, rung), e.other);
}

void QuatBlend::expect_drifted(const Pair& pair, Rung rung, Expectation& e) const {
  settle(Clause::bounded, drifted_, pair.two_branches(kDriftedSignSlack), e);
  std::fill_n(e.bound.begin(), 4, drifted_bound(std::max(pair.from_drift, pair.to_drift)));
  const auto range = [&](bool flip) { return range_(pair.from, pair.to, t_, flip, rung); };
  const reference::QuatRange first = range(pair.flip);
  put(first.middle, e.exact);
  std::copy_n(first.width.begin(), 4, e.width.begin());
  if (!e.two_branches) return;
  const reference::QuatRange second = range(!pair.flip);
  put(second.middle, e.other);
  for (size_t i = 0; i < 4; ++i) // they hardly differ: one for both
    e.width[i] = std::max(e.width[i], second.width[i]);
}

void make_unit(ulna_vec4& q, double slack) {
  if (drift_of(q) <= slack) return;
  float* const v = &q.x;
  mend::tame({v, 4}, mend::kFinite);
  double square = 0;
  for (size_t i = 0; i < 4; ++i) square += double(v[i]) * v[i];
  if (square == 0) {
    q = {0, 0, 0, 1};
    return;
  }
  const double norm = std::sqrt(square);
  for (size_t i = 0; i < 4; ++i) v[i] = static_cast<float>(v[i] / norm);
}

} // namespace ulna::blending
