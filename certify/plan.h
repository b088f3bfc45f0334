// What a run of `ulna certify` is to do.
#pragma once

#include "code/literals.h"
#include "judge/judge.h"
#include "models/model.h"
#include "shards/shard.h"

#include <atomic>
#include <functional>
#include <optional>

namespace ulna {

/// How much to judge: at least Operation::elements_of_quick for each operation and port, and for at
/// least so long in all; by jobs that have nothing else to do with the next seeds, too. The edge
/// cases are always judged.
struct Budget {
  std::string text; ///< as given
  double seconds = 0;
};

struct Plan {
  std::vector<std::string> ports; ///< paths of libraries
  std::vector<const Operation*> operations;
  /// Whether a port owes all of them; else it is judged on those of them that it offers.
  bool all_owed = true;
  /// By which profiles ports are judged, in place of those that they declare; and as given.
  std::optional<Profiles> profiles = {};
  std::string profile = {};
  /// Whether only the whole contract certifies.
  bool requires_full = false;
  /// Whether to look for a profile, or another layout, with which a refuted operation would pass.
  bool suggests_profiles = false;
  std::vector<Model> models;
  Budget budget;
  uint64_t seed = 0;
  /// With so many, from `seed` on, all is judged that a quick run judges.
  uint64_t seeds = 1;
  /// Which part of it is to be done; of a budget of time each has its part, and other seeds.
  Shard shard = {};
  /// Whether units are kept in the out folder, to go on with after an interruption and to be added
  /// to those of other shards: certify/units.h.
  bool keeps_units = false;
  /// Called before the others are judged, if some were: how many of the shard's, and of how many.
  std::function<void(uint64_t done, uint64_t all)> on_resumed = {};
  /// As the run was asked for, but for shard and folder.
  std::vector<std::string> arguments = {};
  /// Adversaries choose the approximations of ports that are built with ulna/approximations.h;
  /// ports that have approximation instructions of the processor are refused.
  bool adversarial = false;
  /// Of the instructions that an operation can reach, in percent: where fewer ran it is not
  /// certified.
  double executed = 0;
  /// What is worked on at a time, verdicts first; 0: one more than there are cores.
  size_t jobs = 0;
  /// Ends the judging of an operation with the first finding of this kind.
  std::optional<FindingKind> until = {};
  /// Ends it with the first finding of any kind, which is not made smaller.
  bool only_asks = false;
  /// For each finding's witness, at most: far more than most take on an idle machine.
  double shrink_seconds = 10;
  /// How the ports' code differs from their files', for mutants. What ran is not looked at then.
  std::vector<Session::Patch> patches = {};
  /// What numbers are in the code, for mutants.
  const code::Literals* literals = nullptr;
  bool models_only = false; ///< judge the models' cases and nothing generated
  std::string out;          ///< folder of the certificate, or empty: nothing is written
  /// Set from outside, for example by a signal, to end the run early: what was not judged enough by
  /// then is not run, what was found stays.
  const std::atomic<bool>* stop = nullptr;

  bool stopped() const { return stop && *stop; }
};

} // namespace ulna
