// Trying mutants: a port with one instruction changed in a worker's memory is called for an
// operation's cases until the first finding.
#pragma once

#include "certify/execution.h"
#include "code/mutants.h"
#include "code/source_lines.h"

#include <atomic>
#include <functional>

namespace ulna::mutants {

/// What became of a mutant.
struct Outcome {
  code::Mutant mutant;
  code::Place source{};                   ///< of the instruction
  std::optional<FindingKind> killed_by{}; ///< nothing: it was certified
  uint64_t cases = 0;                     ///< that it took
  /// Whether the outputs of all these cases had the same bits as those of the port as it is.
  bool same_bits = true;

  std::string place() const { return source.text(mutant.instruction); }
};

struct Plan {
  std::string port; ///< path of a library
  const Operation* operation = nullptr;
  uint64_t seed = 1;
  size_t most = 200; ///< mutants, chosen by the seed where there are more; 0: all
  /// Those that compute the same as far as the code tells, which are left out otherwise.
  bool equivalent = false;
  /// Of the mutants that are chosen those whose number leaves this rest, divided by so many.
  uint64_t stripe = 0, stripes = 1;
  std::string only{}; ///< of these instructions: a part of their place; empty: all
  const std::atomic<bool>* stop = nullptr;
  std::function<void(double)> on_progress = [](double) {};

  bool stopped() const { return stop && *stop; }
};

/// The score of an operation.
struct Report {
  std::string port; ///< its name
  const Operation* operation = nullptr;
  std::string reason;                 ///< why there are no mutants, else empty
  std::optional<FindingKind> refuted; ///< the port as it is: then there are none
  bool none_asked_for = false;        ///< Plan::only and Plan::equivalent leave none
  Executed executed;                  ///< by the cases that the mutants are called for
  uint64_t possible = 0;              ///< mutants that there are of instructions that ran
  uint64_t left_out = 0;              ///< those that Plan::equivalent leaves out, on top of these
  std::vector<Outcome> killed;        ///< by address
  std::vector<Outcome> survivors;     ///< by address
  double seconds = 0;                 ///< wall clock
  bool interrupted = false;
};

/// Tries the mutants of the code that the operation's quick cases execute, on every core. A mutant
/// is killed by a finding in these cases, or in whatever else a quick run of `certify` does: what
/// survives was certified. There are none of a port that is refuted as it is: they would be killed
/// for its own fault. Throws as Session does.
Report try_mutants(const Plan& plan, const Installation& installation);

/// Adds another stripe of the same mutants.
void merge(Report& into, Report other);

} // namespace ulna::mutants
