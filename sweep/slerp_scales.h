// The scales of a port's slerp_joints for every float cosine, and what is possible with them. The
// port is a black box: with q0 = (1, 0, 1, 0) and q1 = (c, 1, 0, 0) the dot product is c, and the
// result's z and y are the scales of q0 and q1 (docs/bounds.md, "Slerp: any port, swept").
#pragma once

#include "judge/judge.h"
#include "sweep/swept_lerp.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ulna::sweep {

struct SlerpPlan {
  std::string port;                          ///< path of a library
  std::vector<float> ts{0.25f, 0.5f, 0.75f}; ///< each in (0, 1)
  /// Every float cosine of either sign is swept whose magnitude is from here to `to`; `to` =
  /// kLargestCosine is all that there is above. A sample of those nearer to 0 is added.
  float from = 0x1p-12f;
  float to = 1 + 0x1p-21f;
  uint64_t sampled_below = 1 << 17; ///< cosines between -`from` and `from`
  /// Other t that are tried, with some cosines each. The worst of them is swept as well.
  size_t sampled_ts = 500;
  size_t sampled_ts_cosines = 16384;
  uint64_t pairs = 1 << 17; ///< of unit quaternions for each t, to find the largest error with
  uint64_t seed = 1;
  unsigned threads = 0; ///< 0: as many as there are processors
  /// How much is done, from 0 to 1, and what is being done. Called from several threads.
  std::function<void(double, const std::string&)> on_progress;
  const std::atomic<bool>* stop = nullptr; ///< set it, and the sweep ends soon: not run
};

struct SlerpScales {
  enum class Verdict {
    swept,
    needs_unit_quaternions, ///< its scales say nothing about unit quaternions: not swept
    contradicted,           ///< more was found than is possible: what is assumed of it is not so
    not_run, ///< this CPU lacks a feature, the port has no slerp_joints, or it was interrupted
    failed   ///< a call did not come back, or broke what it owes besides values
  };
  Verdict verdict = Verdict::swept;
  std::string failure; ///< if failed or not run: why
  std::string port;
  Likeness likeness;
  float from = 0;             ///< every float cosine of a magnitude from here
  float to = 0;               ///< to here, of either sign, for each t
  uint64_t cosines = 0;       ///< so many
  uint64_t sampled_below = 0; ///< and these nearer to 0
  std::vector<SweptLerp> lerps;

  /// The t that are not swept: how many were tried, with how many cosines each, and the worst.
  size_t sampled_ts = 0;
  size_t sampled_ts_cosines = 0;
  double sampled_possible = 0;
  float sampled_worst_t = 0;

  unsigned threads = 0;
  double seconds = 0;

  /// For the t that were swept, and the cosines as above.
  double possible() const;
  /// For all t, if no t is worse than all that were swept or tried.
  double possible_if_no_t_is_worse() const;
  /// The largest of all with unit quaternions; also where the scales were not swept.
  const FoundError& found() const;
};

/// Throws BadInput, as Session does, and for a plan that makes no sense; InternalError if the
/// references disagree.
SlerpScales sweep_slerp_scales(const SlerpPlan& plan, const Installation& installation);

} // namespace ulna::sweep
