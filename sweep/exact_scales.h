// The exact scales of slerp for many cosines at once: where they lie close together, by a cubic.
#pragma once

#include <span>

namespace ulna::sweep {

/// What the values of exact_scales() are off by, at most (docs/bounds.md, "Slerp: any port,
/// swept").
inline constexpr double kExactError = 1e-14;

/// Cosines that lie within this of each other share one cubic.
inline constexpr double kCubicWidth = 0x1p-12;

/// The factors of q0 and q1 for 0 <= t <= 1 and each cosine's magnitude, which is at most 1 +
/// 2^-20. `from` and `to` have the size of `cosines`.
void exact_scales(std::span<const float> cosines, float t, std::span<double> from,
                  std::span<double> to);

} // namespace ulna::sweep
