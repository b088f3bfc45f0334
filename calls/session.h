// A session: one port in a worker process, and the calls that a judge has it make. The session
// survives whatever the port does; it starts another worker where one died.
#pragma once

#include "base/error.h"
#include "calls/caller.h"
#include "calls/targets.h"
#include "calls/traced_call.h"

#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ulna {

/// Where an array or a record of a case lies in the worker.
struct PlacedArray {
  uint64_t address = 0;
  uint64_t bytes = 0;
};

/// Is told of all of them, arrays first, and returns who follows the call.
using OnTrace = std::function<OnStep(const std::vector<PlacedArray>& arrays)>;

/// Whether a port that is told of so many processors may have as many threads here.
bool can_have_threads(uint32_t count);

/// Loading the port did not end, or ended the worker.
struct LoadCrash {
  CallResult::End end;
  std::string what;
  std::optional<uint64_t> adversary = {}; ///< that chose the approximations, if one did
};

/// Calls that were ended from outside: they say nothing about the port. The message says why.
struct Unjudged : NotRun {
  using NotRun::NotRun;
};

class Session : public Caller {
public:
  /// Loads the port. Throws BadInput with one line if the file is no port, LoadCrash if loading it
  /// took the worker down. NotRun where no worker for the port's machine can be started.
  /// An adversary chooses the approximations of a port that is built with ulna/approximations.h.
  Session(std::string port_path, const Workers& workers, std::optional<uint64_t> adversary = {});
  ~Session() override;
  Session(Session&&) noexcept;

  const PortInfo& port() const override;

  /// In as few exchanges with the worker as possible.
  void run(std::span<const Case* const> cases, const OnResult& on_result) override;
  void run_often(const Case& first, const Case& filler, uint32_t times,
                 const OnResult& on_result) override;
  void run_stepped(const Case& c, Stepped where, const OnResult& on_result) override;

  /// Calls the port for a small case, and follows the call; of an operation that takes one element,
  /// the call for the first. Throws NotRun where that is not possible.
  TraceEnd run_traced(const Case& c, const OnTrace& on_trace, const OnResult& on_result);
  bool takes_steps() const override;
  bool takes_pairs() const override;
  void run_together(const Case& a, const Case& b, const OnResult& on_result) override;
  void run_interrupted(const Case& a, const Case& b, const arena::Interruptions& where,
                       const OnResult& on_result) override;

  /// What the port is built for.
  const Target& target() const;

  /// Ends the worker; the next run starts another, which has no memory of calls.
  void restart() override;

  bool asked_for_processors() const override;

  double worker_seconds() const override;

  /// Changes the port's code from the next call on, which a new worker makes. Addresses are those
  /// that the linker gave. At most 16 patches of up to 15 bytes.
  struct Patch {
    uint64_t address;
    std::string bytes;
  };
  void patch(std::span<const Patch> patches);

  /// Sets a breakpoint on each of these first bytes of instructions, sorted, from the next call on,
  /// which a new worker makes. Of more than 32,768 those at the end are left out.
  void set_breakpoints(std::span<const uint64_t> addresses);

  /// Which of them were met so far.
  std::vector<bool> reached() const;

  /// What a small call may take, in place of 2 s.
  void limit_calls(double seconds);

  /// What the port may hold in memory during calls, in place of a quarter of the machine's. With
  /// more, a run throws Unjudged.
  void limit_memory(uint64_t bytes);

  /// Where this is set during a call, the run throws Unjudged. Null: nothing ends it.
  void stop_when(const std::atomic<bool>* stopped);

private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace ulna
