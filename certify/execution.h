// Which of a port's instructions the cases of an operation have executed: beside the judge, in a
// worker of its own, with a breakpoint on each basic block that is removed when it is met. What is
// found here says how much a verdict has seen. It refutes in one case only: an instruction ran that
// the port's cpu_features do not cover.
#pragma once

#include "code/code_map.h"
#include "code/literals.h"
#include "judge/judge.h"

namespace ulna {

class Execution {
public:
  /// Maps the code of an operation that the port implements. `adversary` is for Session.
  Execution(const std::string& port_path, const Installation& installation, const Operation& op,
            std::optional<uint64_t> adversary = {});

  /// In place of the profiles that the port declares.
  void call_under(Profiles profiles) { profiles_ = profiles; }

  /// Calls the port for the cases, as the profiles have them, without a look at its results, unless
  /// all of its code has run already. A call that does not return ends it for good.
  void run(std::span<const Case* const> cases);
  void run(std::span<const Case> cases) { run(pointers_to(cases)); }

  /// Whether there is nothing left that could run.
  bool all_ran() const { return ran_ == map_.blocks.size(); }

  /// What ran so far.
  Executed executed() const;

  /// The first instruction that ran and that the declared features do not cover, with the smallest
  /// of the cases given to run() with it that shows it.
  std::optional<Finding> undeclared() const { return undeclared_; }

  const code::CodeMap& map() const { return map_; }
  /// Whether a block of it ran.
  bool ran(size_t block) const { return reached_[block]; }
  code::Literals literals() const { return code::literals_of(map_, reached_); }

  /// Processor time, in seconds.
  double worker_seconds() const { return session_.worker_seconds(); }

private:
  void note(std::span<const Case* const> cases);
  void look_for_undeclared(const code::Block& block, std::span<const Case* const> cases);

  std::string path_;
  Session session_;
  Profiles profiles_;
  Workers workers_;
  code::CodeMap map_;
  std::vector<bool> reached_; ///< of the blocks
  size_t ran_ = 0;            ///< how many of them
  bool ended_ = false;
  std::optional<Finding> undeclared_;
};

} // namespace ulna
