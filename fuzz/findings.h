// What becomes of findings while a target runs, and its options.
#pragma once

#include "cases/verdict.h"

#include <chrono>
#include <set>
#include <string>

namespace ulna::fuzz {

struct Options {
  std::string port;     ///< --port, ULNA_FUZZ_PORT: a built-in port or a path; empty: all built-in
  std::string findings; ///< --findings, ULNA_FUZZ_FINDINGS: a folder; empty: a finding aborts
  bool guided = true;   ///< --unguided, ULNA_FUZZ_UNGUIDED=1: errors are no coverage
  std::string print_case;  ///< --ulna-case
  std::string print_bytes; ///< --ulna-bytes
  bool help = false;       ///< --help
};

/// Takes the options that are ours out of argv and leaves libFuzzer's. An option wins over the
/// environment. Throws BadInput for one without its value, and for others with two dashes.
Options take_options(int& argc, char**& argv);

/// What --help says of them.
std::string options_help();

/// The findings on one operation of one port.
class Findings {
public:
  /// Throws BadInput if the folder cannot be written.
  Findings(const Operation& op, std::string port, const Options& options);

  /// With a folder, writes the first finding of each kind and clause to
  /// OPERATION-PORT-KIND-HASH.case, whole or not at all, and goes on. Without one, prints the
  /// finding and aborts, so that the fuzzer keeps its input.
  void add(std::vector<Finding>&& findings, const Case& c);

  /// Writes the cases of the largest errors to largest-OPERATION-PORT-QUANTITY.case, and a line for
  /// each to largest.jsonl, if they grew, but not more often than every second.
  void keep_largest(const Tally& tally);
  void write_largest(const Tally& tally);

private:
  const Operation& op_;
  std::string port_;
  std::string folder_;
  std::set<std::string> seen_; ///< kinds and clauses that were written
  std::array<double, kMaxQuantities> written_{};
  std::chrono::steady_clock::time_point last_{};
};

} // namespace ulna::fuzz
