// A port whose approximations an adversary chooses: many adversaries, and more of those that hurt.
#pragma once

#include "base/machine_lock.h"
#include "judge/judge.h"

#include <functional>

namespace ulna::approximations {

/// Adversaries 0 to 63 follow rules, the others draw: ulna/approximations.h.
inline constexpr uint64_t kRules = 64;

/// Seconds since some moment.
double steady_seconds();

struct AdversaryPlan {
  std::string port; ///< path of a library that is built with ulna/approximations.h
  const Installation* installation = nullptr;
  uint64_t seed = 0;              ///< of the cases
  Profiles profiles = {};         ///< under which it is judged
  double seconds = 0;             ///< go on for at least so long
  std::vector<Case> cases;        ///< of models, judged under every adversary
  bool generated = true;          ///< judge generated cases as well
  MachineLock* machine = nullptr; ///< the judging is done among others
  std::function<bool()> stop;     ///< whether to end early
  std::function<void(double)> on_progress;
  std::function<double()> clock = steady_seconds; ///< that `seconds` are told by
};

/// Judges the report's operation under 128 adversaries with the same cases, all of them on the
/// largest errors that any of them had, and the worst ones on more cases, on the edge cases, and
/// where the hunter looks under them. Adds to the report, which says for each error and finding
/// which adversary chose. Throws as Judge does.
void judge_adversaries(const AdversaryPlan& plan, OperationReport& report);

} // namespace ulna::approximations
