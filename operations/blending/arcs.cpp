#include "operations/blending/arcs.h"

#include "cases/make_case.h"
#include "operations/blending/blending.h"
#include "operations/blending/quats_at.h"

#include <numeric>

namespace ulna::quaternions {
namespace {

using blending::kIndex;

/// Two axes, or half-way between two: few components, so that one has all of the error.
Quat along_axes(Random& random) {
  Quat q = axis(random);
  if (random.one_in(2)) return q;
  const Quat other = axis(random);
  for (int i = 0; i < 4; ++i) q.v[i] += other.v[i];
  const double n = dot(q, q);
  return n > 0.5 ? scaled(q, 1 / std::sqrt(n)) : other;
}

/// One of the axes, turned away from `from`.
Quat axis_beside(const Quat& from, Random& random) {
  Quat o = axis(random);
  const double c = dot(o, from);
  if (std::fabs(c) > 0.9) return orthogonal(from, random);
  for (int k = 0; k < 4; ++k) o.v[k] -= c * from.v[k];
  return scaled(o, 1 / std::sqrt(dot(o, o)));
}

} // namespace

Case pairs_case(const Operation& op, float t, std::span<const Pair> pairs) {
  Case c = make_case(op);
  c.real = t;
  for (size_t a = 0; a < c.arrays.size(); ++a)
    c.arrays[a].resize(pairs.size() * op.arrays[a].element_size(c));
  if (!op.takes_one_element) {
    const auto index = c.arrays[kIndex].as<int32_t>();
    std::iota(index.begin(), index.end(), 0);
  }
  for (size_t i = 0; i < pairs.size(); ++i) {
    const auto [from, to] = blending::quats_at(c, i);
    *from = pairs[i].from;
    *to = pairs[i].to;
  }
  return c;
}

Quat toward(const Quat& from, const Quat& orthogonal, double angle) {
  Quat q;
  for (int i = 0; i < 4; ++i)
    q.v[i] = std::cos(angle) * from.v[i] + std::sin(angle) * orthogonal.v[i];
  return q;
}

ulna_vec4 anywhere(const Quat& q, Random& random) {
  constexpr double kSlack = blending::kNormSlack / 2; // of the norm, not of its square
  if (random.one_in(4)) return rounded(q);
  const double part = random.one_in(2) ? random.sign() : random.uniform(-1, 1);
  return rounded(scaled(q, 1 + 0.7 * kSlack * part)); // rounding takes the rest
}

Arc arc(Place place, double angle, Random& random) {
  if (place == kAnywhere) {
    const Quat from = random_unit(random);
    return {from, toward(from, orthogonal(from, random), angle)};
  }
  if (place == kAlongAxes) {
    const Quat from = along_axes(random);
    return {from, toward(from, axis_beside(from, random), angle)};
  }
  const Quat between = axis(random);
  const Quat other = axis_beside(between, random);
  const double part = random.one_in(2) ? 0.5 : random.unit();
  return {toward(between, other, -part * angle), toward(between, other, (1 - part) * angle)};
}

Quat quat(const ulna_vec4& v) {
  return {{v.x, v.y, v.z, v.w}};
}

double angle_between(const Quat& a, const Quat& b) {
  double apart = 0, together = 0;
  for (int i = 0; i < 4; ++i) {
    apart += (a.v[i] - b.v[i]) * (a.v[i] - b.v[i]);
    together += (a.v[i] + b.v[i]) * (a.v[i] + b.v[i]);
  }
  return 2 * std::atan2(std::sqrt(apart), std::sqrt(together));
}

} // namespace ulna::quaternions
