// Calls a port for every argument of a piece, in worker processes, and adds up the errors.
#pragma once

#include "calls/caller.h"
#include "calls/targets.h"
#include "cases/verdict.h"
#include "sweep/tally.h"

#include <atomic>
#include <functional>
#include <optional>
#include <string>

namespace ulna::sweep {

struct Plan {
  const Piece* piece = nullptr;
  std::string port_path;
  Workers worker;
  unsigned threads = 0; ///< each with a worker of its own; 0: one for each core
  size_t length =
      8191; ///< arguments of one call, at most 16,368: odd, so that all ports have tails
  /// Called from any of the threads, with the part that is done.
  std::function<void(double)> on_progress;
  const std::atomic<bool>* stop = nullptr; ///< set it, and the sweep ends soon, incomplete
};

/// A clause that a call broke: something it did to the machine or to memory, or that it did not
/// come back.
struct BrokenCall {
  FindingKind kind{};
  std::string detail;
  size_t segment = 0;
  uint64_t first = 0; ///< the arguments of the call; where the call did not come back the fewest
  size_t count = 0;   ///< found for which it does not
};

struct Result {
  const Piece* piece;
  PortInfo port;
  std::string sha256;               ///< of the library
  std::vector<std::string> missing; ///< what the CPU lacks; then nothing was swept
  bool offered = true;              ///< else nothing was swept
  uint64_t swept = 0;               ///< arguments that calls came back for
  Tally tally;
  std::vector<BrokenCall> broken; ///< the first of each kind, by number
  bool complete = false;          ///< every argument that was to be swept was
  unsigned threads = 0;
  double seconds = 0;        ///< on the wall
  double ulna_seconds = 0;   ///< of processor time
  double worker_seconds = 0; ///< likewise: the port, and what calls it

  explicit Result(const Piece& swept_piece) : piece(&swept_piece), tally(swept_piece) {}

  /// Certified if all was swept and nothing broke; refuted if something did; else not run.
  Verdict verdict() const;
};

/// Ends early where a call does not come back. Throws BadInput if the file is no port, LoadCrash if
/// loading it does not end well, InternalError where the reference is found wrong.
Result run(const Plan& plan);

/// How many calls a sweep makes.
size_t num_calls(const Plan& plan);

/// The same for the calls from `begin` to before `end`. The witnesses are not yet decided on the
/// top rung: what adds up is decided then, by Tally::settle.
Result run_calls(const Plan& plan, size_t begin, size_t end);

/// Adds what was found for other calls. Whether it is complete is for the caller to say.
void merge(Result& into, const Result& other);

} // namespace ulna::sweep
