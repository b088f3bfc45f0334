#include "sweep/exact_scales.h"

#include "reference/slerp.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace ulna::sweep {
namespace {

using reference::Scales;
using reference::slerp_scales;

/// Chebyshev's interpolation in four points: a sum of four of his polynomials.
class Cubic {
public:
  Cubic(const std::array<double, 4>& values) {
    for (size_t k = 0; k < 4; ++k) {
      double sum = 0;
      for (size_t i = 0; i < 4; ++i) sum += values[i] * std::cos(double(k) * angle(i));
      coefficients_[k] = sum / (k == 0 ? 4 : 2);
    }
  }
  /// For v from -1 to 1.
  double at(double v) const {
    const double b3 = coefficients_[3];
    const double b2 = coefficients_[2] + 2 * v * b3;
    const double b1 = coefficients_[1] + (2 * v * b2 - b3);
    return coefficients_[0] + (v * b1 - b2);
  }
  static double angle(size_t i) { return (2 * double(i) + 1) * std::numbers::pi / 8; }

private:
  std::array<double, 4> coefficients_;
};

} // namespace

void exact_scales(std::span<const float> cosines, float t, std::span<double> from,
                  std::span<double> to) {
  float low = INFINITY;
  float high = 0;
  for (const float c : cosines) {
    low = std::min(low, std::fabs(c));
    high = std::max(high, std::fabs(c));
  }
  const double half = (double(high) - double(low)) / 2;
  const double middle = double(low) + half;
  if (half == 0 || 2 * half > kCubicWidth) {
    for (size_t i = 0; i < cosines.size(); ++i) {
      const Scales<double> s = slerp_scales<double>(std::fabs(double(cosines[i])), double(t));
      from[i] = s.from;
      to[i] = s.to;
    }
    return;
  }
  std::array<double, 4> from_nodes, to_nodes;
  for (size_t i = 0; i < 4; ++i) {
    const double node = middle + half * std::cos(Cubic::angle(i));
    const Scales<double> s = slerp_scales<double>(node, double(t));
    from_nodes[i] = s.from;
    to_nodes[i] = s.to;
  }
  const Cubic from_cubic(from_nodes);
  const Cubic to_cubic(to_nodes);
  for (size_t i = 0; i < cosines.size(); ++i) {
    const double v = (std::fabs(double(cosines[i])) - middle) / half;
    from[i] = from_cubic.at(v);
    to[i] = to_cubic.at(v);
  }
}

} // namespace ulna::sweep
