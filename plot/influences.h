// The errors of sums of products over how many there are: transform_verts and
// transform_verts_and_tangents over the number of influences.
#pragma once

#include "judge/judge.h"

#include <array>
#include <functional>
#include <span>
#include <string>

namespace ulna::plot {

inline constexpr size_t kMostInfluences = 4;

struct InfluenceErrors {
  std::string port; ///< as it calls itself
  uint64_t elements = 0;
  /// The largest error for 1, 2 ... influences in units of its bound, infinite if it was infinite
  /// or NaN.
  std::array<double, kMostInfluences> largest{};
  std::vector<Finding> findings; ///< the first of each kind

  /// The number of influences with the largest error of all.
  size_t worst() const;
};

/// Has the judge measure `op`, one of the two, on vertices whose sums round badly, as the hunter
/// scatters them, and on steps of ulps from the worst of each number of influences. The same for
/// the same seed. Ends early, with what there is until then, after a call that did not return,
/// which is then the last of `findings`.
InfluenceErrors measure_influences(Judge& judge, const Operation& op, uint64_t seed,
                                   const std::function<void(double part)>& on_progress);

/// SVG: a bar for each number of influences, for each port a panel.
std::string influences_picture(const Operation& op, std::span<const InfluenceErrors> ports);

} // namespace ulna::plot
