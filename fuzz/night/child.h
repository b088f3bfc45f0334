// A child process under watch: a process group of its own that ends with the runner, in time, and
// within its memory.
#pragma once

#include "base/child_process.h"
#include "base/descriptor.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace ulna::night {

struct Command {
  std::vector<std::string> arguments;   ///< the first is the path of the program
  std::vector<std::string> environment; ///< "NAME=value", in place of or beside the runner's own
  std::string output;  ///< path of a file for the standard output; empty: it joins the errors
  double seconds = 60; ///< then SIGTERM, then SIGKILL. Time in which the program wanted a processor
                       ///< and had none does not count: a busy machine is nobody's fault.
  uint64_t memory = 0; ///< bytes that may be resident, 0: any. A sanitizer reserves terabytes of
                       ///< addresses, so that only resident ones tell.
};

class Child {
public:
  /// Starts it. What cannot be started ends by itself, with exit code 127. Call it from the thread
  /// that lives as long as the process: the kernel ends the child with that thread. Throws
  /// BadInput if there are no processes or descriptors left.
  explicit Child(const Command& command);

  /// What it wrote since the last time goes to `sink`; ends it if it is out of time or memory. True
  /// once it has ended and all it wrote was passed on.
  bool poll(const std::function<void(std::string_view)>& sink);

  /// Asks it to end: SIGTERM, and SIGKILL to the group a while later.
  void stop();

  int output() const { return pipe_.get(); }                ///< for poll(2)
  pid_t pid() const { return child_ ? child_->pid() : -1; } ///< -1 once it has ended
  double seconds() const;                                   ///< since its start

  /// How it ended, once it has.
  int exit_code() const { return exit_code_; }  ///< -1: by a signal
  int signal() const { return signal_; }        ///< 0: by itself
  bool late() const { return late_; }           ///< ended by us, out of time
  bool too_large() const { return too_large_; } ///< ended by us, out of memory
  bool asked() const { return asked_; }         ///< stop() was called

  double processor_seconds() const { return used_; } ///< that it used

  /// Seconds in which it could not run: it wanted a processor and had none, or was stopped and
  /// later continued, or the whole machine was.
  double held_up() const;

private:
  bool start(const Command& command, int errors);
  void drain(const std::function<void(std::string_view)>& sink);
  void watch();

  Descriptor pipe_;
  std::optional<ChildProcess> child_; ///< nothing if it could not be started
  double started_;
  double kill_at_; ///< the group gets SIGKILL
  double term_at_; ///< it gets SIGTERM, whatever it did with its time
  double look_at_ = 0;
  double limit_; ///< seconds of running and sleeping that it has
  double slept_ = 0;
  double used_ = 0;    ///< processor time
  double stopped_ = 0; ///< seconds of slept_ in which it was stopped
  double watched_;     ///< when it was last seen asleep or awake
  uint64_t memory_;
  bool ended_ = false, late_ = false, too_large_ = false, asked_ = false;
  int exit_code_ = -1;
  int signal_ = 0;
};

/// Ends the processes that carry this "NAME=value" in their environment, because whoever started
/// them was killed, and waits until they are gone. Only those of this user can be seen.
void end_orphans(const std::string& mark);

} // namespace ulna::night
