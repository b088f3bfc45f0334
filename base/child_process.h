// A child process: started with what it may use, and ended with all that it left behind.
#pragma once

#include "base/descriptor.h"

#include <string>
#include <sys/resource.h>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace ulna {

/// What a child starts with. Its standard input is /dev/null, its signals are neither ignored nor
/// blocked, and it leads a process group of its own.
struct ChildSetup {
  std::string program;                ///< its path
  std::vector<std::string> arguments; ///< the first is the name that it sees of itself
  /// "NAME=value", in place of or beside those of this process.
  std::vector<std::string> environment{};
  /// Descriptors of this process, and their numbers there. The caller's others are closed to it
  /// where they are close-on-exec.
  std::vector<std::pair<int, int>> descriptors{};
  std::vector<std::pair<int, rlim_t>> limits{}; ///< resources as setrlimit(2) numbers them
  bool own_session = false; ///< not of this terminal, whose interrupts are for this process
  /// The kernel kills it when the thread that started it ends.
  bool ends_with_thread = false;
};

/// Why there is no child. Whoever asked for it has the words for the user.
struct CannotStart {
  int error; ///< as errno numbers them
  std::string reason() const;
};

class ChildProcess {
public:
  /// Throws CannotStart where there are no descriptors or processes left, or where the
  /// program cannot be run.
  explicit ChildProcess(const ChildSetup& setup);
  ~ChildProcess() { end(); }
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  pid_t pid() const { return pid_; } ///< its number until end() is called, then -1

  bool has_ended() const;  ///< it is there to be waited for, though, until end() is called
  bool is_stopped() const; ///< by a signal such as SIGSTOP

  /// Sends the signal to its process group.
  void send(int signal) const;

  /// Kills it, if it still runs, and all that is left of its group, and returns the status that
  /// waitpid(2) gave. Again: the same status.
  int end();

  /// Of all its threads so far; at its end, of the children that it waited for, too.
  double processor_seconds() const;

private:
  pid_t pid_ = -1;
  int status_ = 0;
  double seconds_ = 0; ///< at its end
};

struct Pipe {
  Descriptor read_end, write_end;
};

/// A pipe whose reader never waits, and of which no other program inherits an end. Throws BadInput:
/// what could not be had, as "cannot make a pipe", the reason and the cure.
Pipe make_pipe(const char* what);

} // namespace ulna
