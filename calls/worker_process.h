// A worker process, from the judge's side: started, waited for, ended.
#pragma once

#include "base/child_process.h"
#include "base/descriptor.h"
#include "calls/targets.h"

#include <optional>
#include <string>

namespace ulna {

class WorkerProcess {
public:
  /// Starts the worker with the two memory files at the descriptors that arena.h names. Its
  /// standard input is /dev/null, and what it prints is for last_lines(), unless ULNA_WORKER_OUTPUT
  /// is set, which leaves it the judge's own streams. Throws BadInput.
  WorkerProcess(const WorkerCommand& worker, const std::string& port, int arena_file,
                int control_file);

  /// Tells the worker to go on. False if it is gone.
  bool send();

  enum class Event { message, gone, timeout };
  /// Waits for its message. Takes what it prints meanwhile, so that it never has to wait.
  Event wait(int milliseconds);

  /// Kills it, if it still lives, and returns the status of waitpid.
  int end();

  /// The last two lines that it printed since it was told to go on, printable, in one line.
  std::string last_lines() const;

  pid_t pid() const { return child_->pid(); }
  double processor_seconds() const { return child_->processor_seconds(); } ///< so far
  bool stopped() const { return child_->is_stopped(); } ///< by a signal such as SIGSTOP
  uint64_t own_bytes() const;                           ///< of memory, that it shares with nobody
  /// All of its threads wait for something other than a processor or a disk.
  bool asleep() const;

private:
  void take_output();

  Descriptor socket_;
  Descriptor output_;                 ///< of what it prints; -1: nobody wants it, or all is closed
  std::string printed_;               ///< the end of it
  std::optional<ChildProcess> child_; ///< set once it is constructed
};

} // namespace ulna
