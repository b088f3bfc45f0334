// From what targets leave in their working folders to distinct, shrunk findings. Every step leaves
// the files so that the next start can do it again.
#pragma once

#include "fuzz/night/findings.h"
#include "fuzz/night/largest.h"
#include "fuzz/night/pool.h"
#include "fuzz/night/report.h"

#include <deque>
#include <map>
#include <set>

namespace ulna::night {

/// Who can be asked about a case.
struct Ports {
  std::string given;                ///< path of the one that is fuzzed, or empty: the built-in ones
  std::string given_name;           ///< as it names itself
  std::vector<std::string> builtin; ///< names

  /// What `ulna replay --port` takes for a port that a finding names, or empty if it is not here.
  std::string argument(const std::string& name) const;
};

/// For a target that is run for one input: libFuzzer goes by the clock on the wall, which on a busy
/// machine says nothing. The command's own limit is one of time that it had.
inline constexpr const char* kNoTimeout = "-timeout=86400";

class Collector {
public:
  Collector(const Folder& folder, Log& log, Findings& findings, LargestErrors& largest,
            const Ports& ports, const fs::path& targets);

  /// Naming or shrinking a finding may take so many seconds; what is late is filed as it is.
  void limit_steps(double seconds) { step_seconds_ = seconds; }

  /// Files what lies in the working folders, and queues the steps that follow. Raw inputs are only
  /// taken where nobody writes. Returns by how many doublings the largest errors of each target
  /// grew. Throws BadInput if the disk refuses; nothing is lost then.
  std::map<std::string, double> scan(const Pool& pool, const std::string& night);

  /// Keeps the input of the call that a slice ended in, and libFuzzer did not write down, as one of
  /// the raw inputs in its working folder. An input may take `patience` seconds.
  void keep_last_call(const Job& job, double patience);

  /// Files a slice that ended badly without leaving an input: what it said is the witness.
  void file_death(const Job& job, const std::string& kind, const std::string& night);

  /// Queues the shrinking of findings that are not shrunk.
  void queue_shrinking();

  /// Queues the cutting down of the witnesses of largest errors, of those that nobody has cut down.
  void queue_largest();

  /// Queues calls of the witnesses of known findings that nothing met in this night, where they are
  /// of a port of this night and showed what they show alone.
  void queue_again(const std::string& night);

  /// The next step, or nothing. They are for the same number of jobs as slices are.
  bool next(Task& task);
  bool idle() const { return queue_.empty(); }
  size_t waiting() const { return queue_.size(); }

  /// Inputs that ended a target and that nobody has judged yet.
  size_t unjudged() const;

private:
  void take_case(const fs::path& file, const std::string& night);
  void take_artifact(const fs::path& file, const std::string& target, const std::string& night);
  void convert(const fs::path& artifact, const std::string& target, const std::string& night);
  void name(const fs::path& converted, const fs::path& artifact, const std::string& target,
            const std::string& night);
  void reproduce(const fs::path& artifact, const std::string& target, const std::string& night);
  void not_seen_again(const fs::path& artifact, const std::string& target,
                      const std::string& night);
  void filed(Distinct* is_new);
  void shrink(const Distinct& finding);
  void shrink(const LargestErrors::Name& name, const std::string& port);
  void minimise(const Distinct& finding);
  void verify(const Key& key, const fs::path& smaller);
  void judge_again(const Distinct& finding, const std::string& port, const std::string& night);
  void run_again(const Distinct& finding, const std::string& night);
  void called_again(const Key& key, bool shows, const std::string& night);
  void shrunk(const Key& key, Shrunk shrunk, const std::string& witness);
  /// Queues a step: a command, and what follows from how it ended.
  void queue(const std::string& target, Command command, std::function<void(const Job&)> done);
  /// Runs a target for one input.
  Command run_alone(const std::string& target, const fs::path& input) const;
  /// Has a target call the ports of this night.
  std::vector<std::string> environment() const;
  fs::path program(const std::string& target) const { return targets_ / ("fuzz-" + target); }

  const Folder& folder_;
  Log& log_;
  Findings& findings_;
  LargestErrors& largest_;
  const Ports& ports_;
  fs::path targets_;
  fs::path self_;
  double step_seconds_ = 600;
  std::deque<Task> queue_;
  std::set<fs::path> under_way_; ///< raw inputs with a step in the queue or running
  std::set<Key> shrinking_;      ///< findings with one
  std::map<Key, int> tries_;     ///< of shrinking
  std::set<LargestErrors::Name> cutting_;
  std::map<fs::path, uintmax_t> read_; ///< sizes of largest.jsonl files when they were read
};

} // namespace ulna::night
