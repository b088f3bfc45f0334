#include "operations/blending/arcs.h"
#include "operations/blending/blending.h"

#include <algorithm>
#include <cmath>

namespace ulna::blending {

std::vector<Case> with_cosines(const Operation& op, std::span<const float> cosines,
                               Random& random) {
  using namespace quaternions;
  std::vector<Case> out;
  constexpr int kOfEach = 12;
  for (const float x : cosines) {
    std::vector<Pair> pairs;
    for (const double cosine : {double(x), 1.0 - x, std::sqrt(double(x)), std::sqrt(1.0 - x)}) {
      if (!(std::fabs(cosine) <= 1)) continue;
      for (int i = 0; i < kOfEach; ++i) {
        const double side = random.sign();
        const double off = i == 0 ? 0 : std::ldexp(side, -random.between(8, 30));
        const double angle = std::acos(std::clamp(cosine * (1 + off), -1.0, 1.0));
        const auto place = static_cast<Place>(random.below(kPlaces));
        const Arc ends = arc(place, angle, random);
        const ulna_vec4 from = rounded(ends.from);
        pairs.push_back({from, anywhere(ends.to, random)});
        if (random.one_in(2)) pairs.back().to = rounded(ends.to);
      }
    }
    const auto lerp = static_cast<float>(random.uniform(0.1, 0.9));
    if (!pairs.empty()) out.push_back(pairs_case(op, lerp, pairs));
  }
  return out;
}

} // namespace ulna::blending
