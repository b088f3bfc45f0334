// How far a component of slerp_joints can be off, from the errors of a port's two scales at one
// cosine. Derived in docs/bounds.md, "Slerp: any port, swept".
#pragma once

namespace ulna::sweep {

/// The unit roundoff of float.
inline constexpr double kUnit = 0x1p-24;

/// The cosines that a port can come to: the exact ones of the domain reach 1 + 2^-22, rounding adds
/// cosine_error().
inline constexpr float kLargestCosine = 1 + 0x1p-21f;

/// How far a float dot product `y` of two quaternions of the domain is from the exact one, at most:
/// products and sums in any order, with or without FMA, rounding to nearest.
double cosine_error(double y);

/// Two products and their sum, with or without FMA, where the scales are at most `from` and `to`
/// and what is added up is at most `sum`: what the three roundings lose at most.
double combination_error(double from, double to, double sum);

/// What is the same for all cosines of a small range.
class Composition {
public:
  /// For computed cosines of magnitudes from `low` to `high`, 0 <= low <= high <= kLargestCosine.
  Composition(double low, double high, float t);

  /// The largest error of a component before the combination, where the scales at the computed
  /// cosine `y` are off by `from` and `to` (both with their signs, that of q1 taken out). Infinite
  /// where one of them is no number.
  double stages(double y, double from, double to) const;

  /// A number that is no less, for a quick look.
  double stages_at_most(double y, double from, double to) const;

  /// The largest error of the combination, after stages that are off by `stages`.
  double combination(double stages) const;

private:
  double cosine_; ///< how far the cosine is off
  double from_;   ///< what that does to the scales, at most
  double to_;
  double from_scale_; ///< the scales themselves, at most
  double to_scale_;
};

} // namespace ulna::sweep
