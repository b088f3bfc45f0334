#include "sweep/found_error.h"

#include "sweep/slerp_bound.h"

#include <algorithm>
#include <cmath>

namespace ulna::sweep {
namespace {

SlerpProbe::Pair with_sign_of(float cosine, SlerpProbe::Pair pair) {
  if (std::signbit(cosine)) pair.to = {-pair.to.x, -pair.to.y, -pair.to.z, -pair.to.w};
  return pair;
}

/// At that cosine, or a few roundings from it, with any components.
SlerpProbe::Pair at(const WorstCosine& worst, Random& random) {
  const double c = std::fabs(double(worst.cosine)) + random.uniform(-2, 2) * kUnit;
  return with_sign_of(worst.cosine, pair_at(std::min(1.0, c), random));
}

/// With the component that carries the whole error of the scales.
SlerpProbe::Pair along(const WorstCosine& worst, Random& random) {
  // The cosine is rounded the way that makes it worse.
  const double side = worst.from + worst.to < 0 ? -1 : 1;
  const double c =
      std::min(1.0, std::fabs(double(worst.cosine)) - side * 2 * kUnit * random.unit());
  const double d0 = worst.from + side * kUnit / 4;
  const double d1 = worst.to + side * kUnit / 4;
  const double norm = std::sqrt(std::max(d0 * d0 + d1 * d1 + 2 * d0 * d1 * c, 1e-60));
  return with_sign_of(worst.cosine, pair_at(c, (d0 + d1 * c) / norm, (d0 * c + d1) / norm, random));
}

/// Along an axis floats have no room to be longer than one, as they have to be for cosines above
/// it.
SlerpProbe::Pair near(const WorstCosine& worst, Random& random) {
  const bool any = random.one_in(3) || !std::isfinite(worst.from) || !std::isfinite(worst.to);
  return any ? at(worst, random) : along(worst, random);
}

/// Any pair, or one near the upper end with most of the error of both scales in one component.
SlerpProbe::Pair anywhere(double low, double high, Random& random) {
  const double sign = random.sign();
  if (random.one_in(2)) return pair_at(sign * random.uniform(low, high), random);
  const double c = sign * (high - (high - low) * random.towards_zero(24));
  const double middle = std::sqrt((1 + std::fabs(c)) / 2);
  return pair_at(c, middle, sign * middle, random);
}

} // namespace

FoundError find_error(SlerpProbe& probe, float t, const std::vector<WorstCosine>& worst, double low,
                      double high, uint64_t count, uint64_t seed) {
  Random random(seed, 4);
  std::vector<SlerpProbe::Pair> pairs;
  constexpr size_t kFirst = 8;
  for (uint64_t i = 0; i < count; ++i) {
    const size_t some = random.one_in(4) ? worst.size() : std::min(kFirst, worst.size());
    const SlerpProbe::Pair pair = some == 0 || random.one_in(4)
                                      ? anywhere(low, std::min(high, 1.0), random)
                                      : near(worst[random.below(some)], random);
    if (is_judged(pair)) pairs.push_back(pair);
  }
  const std::vector<ulna_vec4> got = probe.blend(t, pairs, kProbeBlock);
  FoundError found;
  for (size_t i = 0; i < pairs.size(); ++i) found.add(pairs[i], t, got[i]);
  return found;
}

} // namespace ulna::sweep
