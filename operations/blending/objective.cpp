// Slerp and Lerp: the error depends on t and on the cosine as the port has rounded it, and one
// component carries it where the quaternions lie along the axes.
#include "cases/objective.h"
#include "operations/blending/arcs.h"
#include "operations/blending/blending.h"
#include "operations/blending/quats_at.h"

namespace ulna {
namespace {

using namespace quaternions;

constexpr size_t kQuaternions = 0; ///< the quantity

/// Groups of four, and every tail.
size_t count_near(size_t wanted, Random& random) {
  return wanted + random.below(4);
}

/// How far they are apart: their cosines are swept, or taken from where formulas switch branch and
/// cancel.
enum Apart : size_t { kSwept, kBranches, kAparts };

/// The places of arcs, and another: one nearly along an axis, where products of small components
/// are about half an ulp of the sum and the dot product rounds furthest.
constexpr size_t kTilted = kPlaces;
constexpr size_t kAllPlaces = kTilted + 1;

constexpr size_t kKinds = kAllPlaces * size_t{kAparts};

/// Cosines from -1 to 1; or small angles of every order of magnitude, where 1 - c^2 has lost bits.
double swept_angle(double part, Random& random) {
  constexpr double kOrders = 8; // of two
  return random.one_in(2) ? std::acos(part * 2 - 1) : std::exp2(-kOrders * part);
}

/// Towards the ends one scale is near one, and so are its ulps.
float any_lerp(Random& random) {
  constexpr int kBits = 10;
  if (random.one_in(8)) return random_lerp(random);
  const double t = random.towards_zero(kBits);
  return static_cast<float>(random.one_in(2) ? t : 1 - t);
}

Quat tilted_axis(Random& random) {
  Quat q = axis(random);
  for (double& v : q.v) {
    if (v != 0) continue;
    const double sign = random.sign(); // drawn first, by every compiler
    v = sign * random.scaled(-14, -2);
  }
  return scaled(q, 1 / std::sqrt(dot(q, q)));
}

Arc arc_at(size_t place, double angle, Random& random) {
  if (place != kTilted) return arc(static_cast<Place>(place), angle, random);
  const Quat from = tilted_axis(random);
  return {from, toward(from, orthogonal(from, random), angle)};
}

void nudge(Pair& pair, Random& random) {
  constexpr size_t kMostSteps = 4;
  for (size_t n = random.size(1, kMostSteps); n > 0; --n) {
    float* const words = random.one_in(2) ? &pair.from.x : &pair.to.x;
    float& word = words[random.below(4)];
    // A small component may go far.
    word = stepped(word, std::fabs(word) > 0x1p-6f ? 1 : 16, random);
  }
}

/// The dot product in floats, summed from x to w or by halves, as kernels do.
float float_dot(const Pair& pair, bool halves) {
  const auto& [a, b] = pair;
  const float x = a.x * b.x, y = a.y * b.y, z = a.z * b.z, w = a.w * b.w;
  return halves ? (x + z) + (y + w) : ((x + y) + z) + w;
}

bool in_domain(const ulna_vec4& v) {
  const Quat q = quat(v);
  return std::fabs(dot(q, q) - 1) <= blending::kNormSlack;
}

/// Nudged until what floats make of the dot product, norms and all, is far from the cosine, up or
/// down. The scales see nothing else of the quaternions, in whole ulps: until the next one is
/// reached the error is flat, and no climb finds the way.
void push_cosine(Pair& pair, Random& random) {
  constexpr int kNudges = 48;
  const bool halves = random.one_in(2);
  const double sign = random.sign();
  const auto pushed = [&](const Pair& p) {
    const Quat from = quat(p.from), to = quat(p.to);
    return sign * (float_dot(p, halves) - dot(from, to) / std::sqrt(dot(from, from) * dot(to, to)));
  };
  double furthest = pushed(pair);
  for (int i = 0; i < kNudges; ++i) {
    Pair next = pair;
    nudge(next, random);
    const double far = pushed(next);
    if (!(far >= furthest) || !in_domain(next.from) || !in_domain(next.to)) continue;
    furthest = far;
    pair = next;
  }
}

Case scatter(const Operation& op, size_t kind, Random& random) {
  constexpr size_t kCount = 256;
  const float t = any_lerp(random);
  std::vector<Pair> pairs(count_near(kCount, random));
  const size_t place = kind % kAllPlaces;
  const auto apart = static_cast<Apart>(kind / kAllPlaces);
  for (size_t i = 0; i < pairs.size(); ++i) {
    const double part = (double(i) + random.unit()) / double(pairs.size());
    const double angle = apart == kSwept ? swept_angle(part, random) : random_angle(random);
    const Arc ends = arc_at(place, angle, random);
    pairs[i].from = anywhere(ends.from, random);
    pairs[i].to = anywhere(ends.to, random);
    if (random.one_in(8)) push_cosine(pairs[i], random);
  }
  return pairs_case(op, t, pairs);
}

Case scatter_uniform(const Operation& op, size_t /*kind*/, Random& random) {
  constexpr size_t kCount = 256;
  const auto t = static_cast<float>(random.unit());
  std::vector<Pair> pairs(kCount);
  for (Pair& pair : pairs) {
    pair.from = rounded(random_unit(random));
    pair.to = rounded(random_unit(random));
  }
  return pairs_case(op, t, pairs);
}

/// The part of q that is orthogonal to `from`, or nothing of length.
Quat beside(const Quat& from, Quat q) {
  const double c = dot(from, q);
  for (int i = 0; i < 4; ++i) q.v[i] -= c * from.v[i];
  const double n = dot(q, q);
  return n > 0 ? scaled(q, 1 / std::sqrt(n)) : Quat{};
}

/// One of the two along the arc that they lie on, or towards an axis. A norm has room for two or
/// three ulps only: what goes further has to turn.
void turn(Pair& pair, Random& random) {
  const bool to = random.one_in(2);
  ulna_vec4& turned = to ? pair.to : pair.from;
  const Quat q = quat(turned);
  const Quat direction =
      beside(q, random.one_in(3) ? axis(random) : quat(to ? pair.from : pair.to));
  if (dot(direction, direction) == 0) return;
  // Near each other, as near again; else by any order of magnitude.
  const double between = std::fabs(dot(direction, quat(to ? pair.from : pair.to)));
  const double angle = random.scaled(-24, -2) * (random.one_in(2) ? between : 1);
  turned = anywhere(toward(q, direction, angle), random);
}

/// As far apart as before, but for some ulps of the cosine, so that the scales are as bad; and
/// elsewhere, where the rest of the roundings may add to it.
void move(Pair& pair, Random& random) {
  constexpr int kUlps = 3; // what the dot product may be off by
  const double angle = angle_between(quat(pair.from), quat(pair.to));
  const double ulps = random.between(-kUlps, kUlps);
  const double sine = std::max(std::sin(angle), 0x1p-12);
  const Arc ends = arc_at(random.below(kAllPlaces), angle + ulps * 0x1p-24 / sine, random);
  pair.from = anywhere(ends.from, random);
  pair.to = anywhere(ends.to, random);
  if (random.one_in(8)) push_cosine(pair, random);
}

void step(Pair& pair, Random& random) {
  const size_t way = random.below(16);
  if (way == 0) return push_cosine(pair, random);
  if (way < 5) return move(pair, random);
  if (way < 9) return turn(pair, random);
  nudge(pair, random);
}

Case vary(const Case& best, Random& random) {
  constexpr size_t kCount = 32; // each case has one t, and the error is rugged in t
  const auto [from, to] = blending::quats_at(best, 0);
  const Pair pair{*from, *to};
  std::vector<Pair> pairs(count_near(kCount, random), pair);
  // The first one stays, for where only t moves.
  for (size_t i = 1; i < pairs.size(); ++i) step(pairs[i], random);
  const float t = random.one_in(2) ? stepped(best.real, 22, random) : best.real;
  return pairs_case(*best.operation, t, pairs);
}

} // namespace

const Objective blending::kObjective{kQuaternions, kKinds, scatter, vary, 0.8};
const Objective blending::kUniformObjective{kQuaternions, 1, scatter_uniform, nullptr};

} // namespace ulna
