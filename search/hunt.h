// Search for the largest error. A generator shows what happens; the hunter looks for the worst.
#pragma once

#include "judge/judge.h"

#include <functional>

namespace ulna {

struct HuntOptions {
  double seconds = 60;            ///< on the wall
  uint64_t rounds = UINT64_MAX;   ///< batches at most; with a seed the same ones on every machine
  uint64_t patience = UINT64_MAX; ///< batches without a larger error, until it ends
  uint64_t seed = 1;
  bool uniform = false;           ///< random elements alone, to see what the search is worth
  const Case* begin_at = nullptr; ///< where one climb begins: where an error was large
  std::function<bool()> stopped = [] { return false; };
  /// Runs each batch of calls; what else runs on the machine may have to wait for it, or it for
  /// that.
  std::function<void(const std::function<void()>& calls)> run = [](const auto& calls) { calls(); };
  /// Called after each batch with the part of the time that is gone.
  std::function<void(double part)> on_progress = [](double) {};
};

/// The quantity whose largest error is hunted: the first, but of bone_offset_matrices the inverse.
size_t hunted_quantity(const Operation& op);

/// The part of the bound from which on a quick run hunts, too: Objective::near_bound.
double hunted_from(const Operation& op);

/// Looks for the largest error of that quantity in units of its bound: scatters
/// elements where formulas and roundings are at their worst, and climbs from the worst of them in
/// steps of ulps, again and again from others. Everything that is called is judged, and adds to the
/// report as Judge::check does: counts, largest errors with their cases, findings. Ends early after
/// a call that does not return, and at an error that is infinite. Does nothing for operations whose
/// results are not numbers.
void hunt(Judge& judge, const HuntOptions& options, OperationReport& report);

} // namespace ulna
