// A caller without a worker process, for fuzzers: a hundred times faster, but whatever takes the
// port down takes the process down, and a hang is the fuzzer's to notice. Memory is guarded as in
// the worker.
#pragma once

#include "calls/caller.h"

#include <memory>

namespace ulna {

class InProcess : public Caller {
public:
  /// Loads the port into this process. Throws BadInput with one line if the file is no port. All
  /// of a process share one guarded address space, so they belong to one thread.
  explicit InProcess(const std::string& port_path);
  ~InProcess() override;

  const PortInfo& port() const override;

  /// Refuses, by BadInput, cases that are not small (arena.h).
  void run(std::span<const Case* const> cases, const OnResult& on_result) override;

  /// One after the other: no two threads here.
  void run_together(const Case& a, const Case& b, const OnResult& on_result) override;

  void restart() override {} ///< the library stays loaded
  double worker_seconds() const override { return 0; }

private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace ulna
