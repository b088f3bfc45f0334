// The errors of slerp_joints or lerp_joints over angle and t, and over how far norms have drifted.
#pragma once

#include "judge/judge.h"

#include <functional>

namespace ulna::plot {

inline constexpr size_t kCells = 96;        ///< of the map in either direction
inline constexpr double kLeastDrift = 1e-8; ///< |norm^2 - 1|
inline constexpr size_t kDriftsPerDecade = 8;
/// Up to 4.22e-3: an order of magnitude beyond what is judged.
inline constexpr size_t kDriftSteps = 45;

/// Where a step of the drift begins; `step` may be kDriftSteps, which is where the last one ends.
double drift_at(size_t step);

/// An element and its error in units of the bound, infinite if it was infinite or NaN.
struct Peak {
  double fraction = 0;
  double angle = 0; ///< between the quaternions, radians
  float t = 0;
};

struct BlendingMap {
  std::string port; ///< as it calls itself
  double bound = 0; ///< on each component of q
  uint64_t elements = 0;
  /// The largest error in units of the bound of each cell: rows of t from 0 to 1, of angles from 0
  /// to pi. Zero where nothing was found.
  std::vector<double> cells;
  Peak peak; ///< the largest of all cells
  /// The same for each step of the larger drift of the two quaternions, from drift_at(step). Within
  /// the domain it is how far they are from all that is right there.
  std::vector<double> drift;
  std::vector<Finding> findings; ///< the first of each kind
};

/// Lerps for each row of cells, as the command has it: 5.3 million pairs, in seconds.
inline constexpr size_t kLerps = 48;

/// Has the judge measure `op`, one of the two, on 12 pairs of quaternions for each cell and each of
/// the row's lerps, placed where roundings are at their worst, in the outermost cells also by order
/// of magnitude from the edge; then 2048 for each step of the drift. The same for the same seed.
/// Ends early, with what there is until then, after a call that did not return, which is then the
/// last of `findings`.
BlendingMap measure_blending(Judge& judge, const Operation& op, uint64_t seed, size_t lerps,
                             const std::function<void(double part)>& on_progress);

} // namespace ulna::plot
