#include "operations/shared/unit_vectors.h"

#include <algorithm>

namespace ulna::unit_vectors {

using reference::Approx;
using reference::SkinSum;
using reference::UnitVector;

namespace {

/// A component may be multiplied or divided three times on its way: scaled, multiplied by the
/// reciprocal root, and corrected.
constexpr double kScalings = 3;
/// Roundings of the length that are not those of an approximation.
constexpr double kLengthRoundings = 5;
/// Covers what the direction is off by that the bound is made of, and underflow behind the sums.
constexpr double kSpare = 0x1p-28;

} // namespace

double length_bound() {
  const double roundings = gamma(kLengthRoundings);
  return (kReciprocalRootError * (1 + roundings) + roundings) * kRoundUp;
}

void expect_unit_vector(const Summed& s, reference::Rung rung, const Allowance& allowed,
                        size_t word, Expectation& e) {
  std::array<Approx, 3> values;
  std::array<double, 3> off; // of each component before it is normalised
  double square = 0;
  bool inside = true;
  for (size_t i = 0; i < 3; ++i) {
    const SkinSum& component = s.sums[i];
    values[i] = component.value;
    const double sum =
        bound_of_weighted_products(component, s.products, s.products / 3, allowed).value;
    off[i] = sum + gamma(kScalings) * (std::fabs(component.value.value) + sum);
    square += off[i] * off[i];
    inside = inside && is_inside(component);
  }
  const UnitVector unit = reference::unit_vector(values, reference::Rung::fast);
  const double length = unit.length.value;
  const double all_off = std::sqrt(square);
  inside = inside && length >= kLeastLength && length <= kMostLength &&
           all_off * kLeastCertainty <= length;
  const double least = length - all_off;
  std::array<double, 3> u;
  for (size_t i = 0; i < 3; ++i) u[i] = std::fabs(unit.direction[i].value);
  for (size_t i = 0; i < 3; ++i) {
    const size_t j = (i + 1) % 3;
    const size_t k = (i + 2) % 3;
    // What is off along the vector does not turn it.
    const double across =
        (u[j] * u[j] + u[k] * u[k]) * off[i] + u[i] * (u[j] * off[j] + u[k] * off[k]);
    const double turned = across + u[i] * all_off * all_off / least + kSpare * all_off;
    e.clause[word + i] = inside ? Clause::direction : Clause::unjudged;
    e.bound[word + i] = turned / least * kRoundUp;
  }
  const UnitVector exact = rung == reference::Rung::fast ? unit : unit_vector(s.exact, rung);
  std::copy(exact.direction.begin(), exact.direction.end(), e.exact.begin() + ptrdiff_t(word));
  e.unit = inside ? word : Expectation::kNoUnit;
  e.length_bound = length_bound();
}

} // namespace ulna::unit_vectors
