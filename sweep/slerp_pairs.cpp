#include "sweep/slerp_pairs.h"

#include "base/error.h"
#include "operations/blending/blending.h"
#include "reference/dot.h"
#include "reference/slerp.h"
#include "sweep/slerp_bound.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace ulna::sweep {
namespace {

using Vector = std::array<double, 4>;

double dot(const Vector& a, const Vector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

/// a + s b
Vector add(const Vector& a, double s, const Vector& b) {
  return {a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2], a[3] + s * b[3]};
}

Vector scaled(const Vector& a, double s) {
  return add({}, s, a);
}

/// A direction at a right angle to all of the others, which are units themselves.
Vector direction(std::initializer_list<Vector> others, Random& random) {
  for (;;) {
    Vector v;
    for (double& x : v) x = random.uniform(-1, 1);
    for (const Vector& other : others) v = add(v, -dot(v, other), other);
    const double norm = std::sqrt(dot(v, v));
    if (norm > 0.1) return scaled(v, 1 / norm);
  }
}

/// The unit vector in float: somewhat longer or shorter, within the domain.
ulna_vec4 rounded(const Vector& v, Random& random) {
  constexpr double kSlack = 0.99 * 0x1p-24; // rounding may use up the other half
  static constexpr double kLengths[] = {1 - kSlack, 1, 1 + kSlack};
  const Vector q = scaled(v, random.pick(kLengths));
  return {float(q[0]), float(q[1]), float(q[2]), float(q[3])};
}

/// The unit vector c * along + sqrt(1 - c^2) * across.
Vector turned(const Vector& along, double c, const Vector& across) {
  return add(scaled(along, c), std::sqrt(std::max(0.0, 1 - c * c)), across);
}

/// What slerp owes.
template <class Real>
std::array<reference::Approx, 4> exact(const SlerpProbe::Pair& pair, float t) {
  const bool flip = reference::dot(pair.from, pair.to).hi < 0;
  const reference::ApproxQuat q = reference::slerp<Real>(pair.from, pair.to, t, flip);
  return {q.x, q.y, q.z, q.w};
}

} // namespace

SlerpProbe::Pair pair_at(double c, double a, double b, Random& random) {
  Vector axis{};
  axis[random.below(4)] = random.sign();
  // The part of both that lies across the axis; what c leaves over lies across both.
  const Vector across = direction({axis}, random);
  const Vector from = turned(axis, std::clamp(a, -1.0, 1.0), across);
  // In the plane of axis and across, `to` is at the angle of b to the axis or at minus that angle:
  // which is nearer to c. It is then turned about `from` to make it exact.
  const double other = std::sqrt(std::max(0.0, 1 - b * b));
  Vector to = add(scaled(axis, b), other, across);
  const Vector mirrored = add(scaled(axis, b), -other, across);
  if (std::fabs(dot(from, mirrored) - c) < std::fabs(dot(from, to) - c)) to = mirrored;
  Vector side = add(to, -dot(to, from), from);
  const double norm = std::sqrt(dot(side, side));
  side = norm > 1e-9 ? scaled(side, 1 / norm) : direction({from}, random);
  return {rounded(from, random), rounded(turned(from, c, side), random)};
}

SlerpProbe::Pair pair_at(double c, Random& random) {
  const Vector from = direction({}, random);
  const Vector to = turned(from, c, direction({from}, random));
  return {rounded(from, random), rounded(to, random)};
}

bool is_judged(const SlerpProbe::Pair& pair) {
  return std::fabs(reference::dot(pair.from, pair.to).hi) > blending::kSignSlack;
}

void FoundError::add(const SlerpProbe::Pair& tried, float lerp, const ulna_vec4& result) {
  if (std::isinf(error)) return;
  const auto owed = exact<reference::Fast>(tried, lerp);
  for (size_t k = 0; k < owed.size(); ++k) {
    const float value = (&result.x)[k];
    const double off = std::fabs(double(value) - owed[k].value);
    // A NaN is no smaller than anything.
    if (!(off <= error)) *this = {std::isnan(off) ? INFINITY : off, tried, k, value, lerp};
  }
}

FoundError decided(FoundError found) {
  if (!std::isfinite(found.error)) return found;
  const reference::Approx owed = exact<reference::Top>(found.pair, found.t)[found.component];
  const double error = reference::distance(found.got, owed).value;
  if (!(std::fabs(error - found.error) <= 1e-14))
    throw InternalError(fmt::format("an error of slerp at t {} is {} by the top rung and {} in "
                                    "double",
                                    found.t, error, found.error));
  found.error = error;
  return found;
}

void FoundError::add(const FoundError& other) {
  if (other.error > error) *this = other;
}

void Likeness::add(const Likeness& other) {
  found.add(other.found);
  pairs += other.pairs;
  to_the_bit += other.to_the_bit;
  inconsistent += other.inconsistent;
  if (!(other.disagreement > disagreement)) return;
  disagreement = other.disagreement;
  pair = other.pair;
  t = other.t;
}

bool Likeness::alike() const {
  // Two products and their sum, the scales' own rounding, and the cosine's where it is no float.
  return disagreement <= 4 * kUnit && inconsistent == 0;
}

namespace {

/// A pair of which the computed cosine may be one of some floats.
struct Tried {
  SlerpProbe::Pair pair;
  float sign;
  size_t first, count; ///< of the floats
};

double random_cosine(Random& random) {
  if (random.one_in(2)) return random.uniform(0.125, 1);
  return 1 - random.towards_zero(24) * 0.5;
}

/// The component of a slerp with these scales, and whether `got` is it to the bit.
double component(float from, float a, float to, float b, float got, bool& same) {
  const float plain = from * a + to * b;
  same = same &&
         (got == plain || got == std::fma(from, a, to * b) || got == std::fma(to, b, from * a));
  return double(from) * a + double(to) * b;
}

/// In calls of one to nine joints, so that all lanes of a port and its tails have their turn.
std::vector<ulna_vec4> blend_in_all_sizes(SlerpProbe& probe, float t,
                                          std::span<const SlerpProbe::Pair> pairs) {
  constexpr size_t kSizes = 9;
  std::vector<ulna_vec4> results;
  for (size_t size = 1; size <= kSizes; ++size) {
    const size_t begin = pairs.size() * (size - 1) / kSizes;
    const size_t end = pairs.size() * size / kSizes;
    const auto some = probe.blend(t, pairs.subspan(begin, end - begin), size);
    results.insert(results.end(), some.begin(), some.end());
  }
  return results;
}

} // namespace

Likeness compare_with_probes(SlerpProbe& probe, std::span<const float> ts, size_t count,
                             uint64_t seed) {
  Likeness likeness;
  for (size_t k = 0; k < ts.size(); ++k) {
    Random random(seed, 100 + k);
    std::vector<Tried> tried(count);
    std::vector<SlerpProbe::Pair> pairs;
    std::vector<float> cosines;
    for (Tried& one : tried) {
      one.sign = static_cast<float>(random.sign());
      const double wanted = random_cosine(random);
      one.pair = pair_at(wanted, random);
      const reference::DotProduct exact = reference::dot(one.pair.from, one.pair.to);
      if (one.sign < 0) {
        ulna_vec4& q = one.pair.to;
        q = {-q.x, -q.y, -q.z, -q.w};
      }
      one.first = cosines.size();
      const double slack = cosine_error(exact.hi);
      float y = std::nextafter(static_cast<float>(exact.hi - slack), 0.0f);
      for (; y <= exact.hi + slack; y = std::nextafter(y, 2.0f)) cosines.push_back(y);
      one.count = cosines.size() - one.first;
      pairs.push_back(one.pair);
    }
    std::vector<ulna_vec4> scales;
    probe.scales(ts[k], cosines, [&](size_t, std::span<const ulna_joint_quat> results) {
      for (const ulna_joint_quat& joint : results) scales.push_back(joint.q);
    });
    const std::vector<ulna_vec4> got = blend_in_all_sizes(probe, ts[k], pairs);
    for (size_t i = 0; i < count; ++i) {
      const Tried& one = tried[i];
      bool same_once = false;
      double nearest = INFINITY;
      for (size_t j = one.first; j < one.first + one.count; ++j) {
        const float from = scales[j].z;
        const float to = scales[j].y * one.sign;
        bool same = true;
        double off = 0;
        for (size_t n = 0; n < 4; ++n) {
          const float value = (&got[i].x)[n];
          const double owed =
              component(from, (&one.pair.from.x)[n], to, (&one.pair.to.x)[n], value, same);
          const double d = std::fabs(double(value) - owed);
          if (!(d <= off)) off = std::isnan(d) ? INFINITY : d;
        }
        same_once = same_once || same;
        nearest = std::min(nearest, off);
      }
      likeness.found.add(one.pair, ts[k], got[i]);
      ++likeness.pairs;
      likeness.to_the_bit += same_once;
      if (nearest > likeness.disagreement || likeness.pairs == 1) {
        likeness.disagreement = nearest;
        likeness.pair = one.pair;
        likeness.t = ts[k];
      }
    }
  }
  return likeness;
}

} // namespace ulna::sweep
