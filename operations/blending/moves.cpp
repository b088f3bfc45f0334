// Moves of poses: quaternions that stay unit, angles and lerps at which formulas switch branch.

#include "cases/move.h"
#include "operations/blending/blending.h"
#include "operations/blending/quaternions.h"
#include "operations/blending/quats_at.h"

namespace ulna::blending {
namespace {

using namespace quaternions;

Quat in_double(const ulna_vec4& q) {
  return {{q.x, q.y, q.z, q.w}};
}

Quat sum(const Quat& a, double s, const Quat& b, double t) {
  Quat c;
  for (size_t i = 0; i < 4; ++i) c.v[i] = s * a.v[i] + t * b.v[i];
  return c;
}

ulna_vec4 as_unit(const Quat& q) {
  return rounded(scaled(q, 1 / std::sqrt(dot(q, q))));
}

/// The product of Hamilton's quaternions.
Quat product(const Quat& a, const Quat& b) {
  const auto& [x, y, z, w] = a.v;
  const auto& [p, q, r, s] = b.v;
  return {{w * p + x * s + y * r - z * q, w * q - x * r + y * s + z * p,
           w * r + x * q - y * p + z * s, w * s - x * p - y * q - z * r}};
}

/// Two quaternions that are blended, made unit.
struct Pair {
  ulna_vec4* from = nullptr;
  ulna_vec4* to = nullptr;
  explicit operator bool() const { return from; }
};

Pair pick_pair(Case& c, Random& r) {
  const size_t places = c.operation->size(c);
  if (places == 0) return {};
  const auto [from, to] = quats_at(c, r.below(places));
  make_unit(*from);
  make_unit(*to);
  return {from, to};
}

/// A small angle, of any order of magnitude that floats show.
double small_angle(Random& r) {
  return r.scaled(-26, -3);
}

bool turn(Case& c, Random& r) {
  const Pair pair = pick_pair(c, r);
  if (!pair) return false;
  ulna_vec4& q = r.one_in(2) ? *pair.from : *pair.to;
  const Quat a = in_double(q);
  const double angle = small_angle(r);
  q = as_unit(sum(a, std::cos(angle), orthogonal(a, r), std::sin(angle)));
  return true;
}

/// The second quaternion on its great circle through the first.
bool slide(Case& c, Random& r) {
  const Pair pair = pick_pair(c, r);
  if (!pair) return false;
  const Quat a = in_double(*pair.from);
  const Quat b = in_double(*pair.to);
  const Quat off = sum(b, 1, a, -dot(a, b));
  const double length = std::sqrt(dot(off, off));
  constexpr double kNoCircle = 1e-12;
  const Quat o = length > kNoCircle ? scaled(off, 1 / length) : orthogonal(a, r);
  const double angle = std::atan2(length, dot(a, b)) + small_angle(r);
  *pair.to = as_unit(sum(a, std::cos(angle), o, std::sin(angle)));
  return true;
}

/// Both by one rotation: the angle between them stays, every digit becomes another.
bool rotate_both(Case& c, Random& r) {
  const Pair pair = pick_pair(c, r);
  if (!pair) return false;
  const double angle = r.one_in(2) ? small_angle(r) : r.uniform(0, std::numbers::pi);
  const Quat one{{0, 0, 0, 1}};
  const Quat by = sum(one, std::cos(angle), orthogonal(one, r), std::sin(angle));
  *pair.from = as_unit(product(by, in_double(*pair.from)));
  if (pair.to != pair.from) *pair.to = as_unit(product(by, in_double(*pair.to)));
  return true;
}

/// An angle at which formulas switch branch.
bool snap_angle(Case& c, Random& r) {
  const Pair pair = pick_pair(c, r);
  if (!pair) return false;
  const Quat a = in_double(*pair.from);
  const Quat o = r.one_in(4) ? sum(axis(r), 1, a, 0) : orthogonal(a, r);
  const double angle = random_angle(r);
  const Quat b = sum(a, r.sign() * std::cos(angle), o, std::sin(angle));
  *pair.to = dot(b, b) > 0 ? as_unit(b) : *pair.from;
  return true;
}

/// A quaternion somewhere else within what counts as unit.
bool stretch(Case& c, Random& r) {
  const Pair pair = pick_pair(c, r);
  if (!pair) return false;
  ulna_vec4& q = r.one_in(2) ? *pair.from : *pair.to;
  q = rounded(scaled(in_double(q), 1 + blending::kNormSlack / 4 * r.uniform(-1, 1)));
  return true;
}

/// A norm that has drifted: in blends before, or as far as is measured, or farther.
bool drift(Case& c, Random& r) {
  const Pair pair = pick_pair(c, r);
  if (!pair) return false;
  ulna_vec4& q = r.one_in(2) ? *pair.from : *pair.to;
  const double most =
      r.one_in(2) ? r.unit() * blending::kDriftSlack / 2 : kDrifts[r.below(kDrifts.size())];
  q = rounded(scaled(in_double(q), 1 + most * r.uniform(-1, 1)));
  return true;
}

bool negate(Case& c, Random& r) {
  const Pair pair = pick_pair(c, r);
  if (!pair) return false;
  ulna_vec4& q = r.one_in(2) ? *pair.from : *pair.to;
  q = {-q.x, -q.y, -q.z, -q.w};
  return true;
}

/// A quaternion along an axis, or with components that are zero or equal.
bool align(Case& c, Random& r) {
  const Pair pair = pick_pair(c, r);
  if (!pair) return false;
  ulna_vec4& q = r.one_in(2) ? *pair.from : *pair.to;
  Quat aligned = r.one_in(3) ? axis(r) : in_double(q);
  aligned.v[r.below(4)] = r.one_in(2) ? 0 : aligned.v[r.below(4)];
  q = dot(aligned, aligned) > 0 ? as_unit(aligned) : rounded(axis(r));
  return true;
}

/// Neither end, where kernels only copy.
bool inner_lerp(Case& c, Random& r) {
  c.real = static_cast<float>(r.unit());
  return true;
}

constexpr Move kAll[] = {
    {"turn a quaternion", 250, turn},
    {"slide a quaternion", 120, slide},
    {"rotate both quaternions", 60, rotate_both},
    {"snap an angle", 40, snap_angle},
    {"stretch a quaternion", 40, stretch},
    {"drift", 10, drift},
    {"negate a quaternion", 10, negate},
    {"align a quaternion", 15, align},
    {"inner lerp", 20, inner_lerp},
};

} // namespace

const std::span<const Move> kMoves = kAll;

} // namespace ulna::blending
