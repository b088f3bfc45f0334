#include "sweep/slerp_bound.h"

#include "reference/slerp.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ulna::sweep {
namespace {

/// |norm^2 - 1| of the domain.
constexpr double kSlack = 0x1p-22;

/// The products of u^2 and what underflow loses.
constexpr double kSecondOrder = 0x1p-44;

/// What rounding a magnitude of at most `m` to float loses at most.
double half_ulp(double m) {
  int exponent; // m = f * 2^exponent, 1/2 <= f < 1
  const double f = std::frexp(m, &exponent);
  if (f == 0.5) --exponent;
  return std::ldexp(1, std::max(exponent - 25, -150));
}

} // namespace

double cosine_error(double y) {
  // Nearer to 1 partial sums may exceed 1, where rounding loses twice as much.
  if (y > 1 - 0x1p-18) return 4 * kUnit * (1 + kSlack) + kSecondOrder;
  // What rounds to a power of two may lie above it.
  return 2 * kUnit * (1 + kSlack) + half_ulp(y * (1 + 0x1p-20)) + kSecondOrder;
}

double combination_error(double from, double to, double sum) {
  constexpr int kBinades = 14;
  const auto upper = [](int i) { return std::ldexp(1, 1 - i); };
  const auto lower = [&](int i) { return i == kBinades ? 0 : upper(i + 1); };
  double worst = 0;
  // In each pair of binades that the products may lie in.
  for (int i = 0; i <= kBinades; ++i) {
    if (lower(i) > from) continue;
    const double p = std::min(upper(i), from);
    for (int j = 0; j <= kBinades; ++j) {
      if (lower(j) > to) continue;
      const double q = std::min(upper(j), to);
      const double products = half_ulp(p) + half_ulp(q);
      const double apart = std::max(p - lower(j), q - lower(i));
      const double together = lower(i) + lower(j) <= sum ? p + q : 0;
      const double added = std::min(std::max(apart, together), sum);
      worst = std::max(worst, products + half_ulp(added + products));
    }
  }
  return worst;
}

Composition::Composition(double low, double high, float t) {
  using reference::slerp_scales;
  cosine_ = std::max(cosine_error(high), cosine_error(low));
  // As functions of 1 - c the scales rise, and their slopes do: a chord beyond the range is steeper
  // than any tangent in it. 1e-10 is for the error of the two values.
  constexpr double kChord = 0x1p-10;
  const double farthest = low - cosine_;
  const auto at = slerp_scales<double>(farthest, double(t));
  const auto beyond = slerp_scales<double>(farthest - kChord, double(t));
  from_ = cosine_ * ((beyond.from - at.from) / kChord + 1e-10);
  to_ = cosine_ * ((beyond.to - at.to) / kChord + 1e-10);
  from_scale_ = at.from + 1e-10;
  to_scale_ = at.to + 1e-10;
}

double Composition::stages_at_most(double y, double from, double to) const {
  const double d0 = std::fabs(from) + from_;
  const double d1 = std::fabs(to) + to_;
  return std::sqrt((d0 * d0 + d1 * d1) * (1 + kSlack) + 2 * d0 * d1 * (y + cosine_));
}

double Composition::stages(double y, double from, double to) const {
  if (!std::isfinite(from) || !std::isfinite(to)) return INFINITY;
  // Both scales move with the cosine in the same direction, and the norm is convex: it is largest
  // in a corner.
  // The exact cosine is not above those of the domain.
  const double room = std::clamp((1 + kSlack - y) / cosine_, 0.0, 1.0);
  double worst = 0;
  for (const double side : {-1.0, room}) {
    for (const std::array<double, 2>& move : {std::array{from_, to_}, std::array{from_, 0.0},
                                              std::array{0.0, to_}, std::array{0.0, 0.0}}) {
      const double d0 = from + side * move[0];
      const double d1 = to + side * move[1];
      const double c = d0 * d1 > 0 ? y + cosine_ : std::max(y - cosine_, 0.0);
      worst = std::max(worst, (d0 * d0 + d1 * d1) * (1 + kSlack) + 2 * d0 * d1 * c);
    }
  }
  return std::sqrt(worst);
}

double Composition::combination(double stages) const {
  if (!std::isfinite(stages)) return INFINITY;
  // A component of the exact result is at most 1 + 2^-23, one of a quaternion as well.
  const auto product = [&](double scale) { return (scale + stages) * (1 + kSlack / 2); };
  return combination_error(product(from_scale_), product(to_scale_), 1 + kSlack / 2 + stages);
}

} // namespace ulna::sweep
