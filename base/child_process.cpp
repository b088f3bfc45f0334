#include "base/child_process.h"

#include "base/error.h"
#include "base/process_time.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <string_view>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace ulna {
namespace {

/// What a child is told. Both processes read and write it: they share their memory until the child
/// has become another program.
struct Start {
  const char* program;
  char* const* arguments;
  char* const* environment;
  std::vector<std::pair<int, int>> descriptors;
  const std::vector<std::pair<int, rlim_t>>& limits;
  bool own_session, ends_with_thread;
  pid_t parent;
  int error;
};

/// In the child. Calls nothing that allocates memory or takes a lock.
[[noreturn]] void become(Start& start) {
  const auto stop = [&] {
    start.error = errno;
    _exit(127);
  };
  if ((start.own_session ? setsid() : setpgid(0, 0)) < 0) stop();
  if (start.ends_with_thread) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != start.parent) stop(); // it died before the line above
  }
  struct sigaction usual {};
  usual.sa_handler = SIG_DFL;
  for (int signal = 1; signal < NSIG; ++signal) sigaction(signal, &usual, nullptr);
  for (const auto& [resource, value] : start.limits) {
    const rlimit limit{value, value};
    if (setrlimit(static_cast<__rlimit_resource>(resource), &limit) != 0) stop();
  }
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0) stop();
  for (const auto& [ours, theirs] : start.descriptors)
    if (dup2(ours, theirs) < 0) stop();
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  // Not execve(), at which a build that counts lines would first write them down, in our memory.
  syscall(SYS_execve, start.program, start.arguments, start.environment);
  stop();
  __builtin_unreachable();
}

/// vfork: however large this process is, a child costs the same, and what became of it is known at
/// once. posix_spawn can neither bind a child to the life of its parent nor limit it.
[[gnu::noinline]] pid_t start_child(Start& start) {
  sigset_t all, before;
  sigfillset(&all);
  // A handler of ours must not run in the child, which shares our memory.
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t pid = vfork();
  if (pid == 0) become(start);
  const int error = errno;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return pid;
}

/// The environment of this process with the given variables in it.
std::vector<std::string> merged(const std::vector<std::string>& own) {
  std::vector<std::string> all = own;
  for (char** at = environ; *at; ++at) {
    const std::string_view old = *at;
    const bool replaced = std::any_of(own.begin(), own.end(), [&](const std::string& mine) {
      return old.starts_with(std::string_view(mine).substr(0, mine.find('=') + 1));
    });
    if (!replaced) all.emplace_back(old);
  }
  return all;
}

std::vector<char*> pointers(const std::vector<std::string>& strings) {
  std::vector<char*> all;
  for (const std::string& s : strings) all.push_back(const_cast<char*>(s.c_str()));
  all.push_back(nullptr);
  return all;
}

/// Copies of the descriptors out of the range that the child's own take, to be closed afterwards.
std::vector<Descriptor> moved_up(std::vector<std::pair<int, int>>& descriptors) {
  int highest = STDERR_FILENO;
  for (const auto& [ours, theirs] : descriptors) highest = std::max(highest, theirs);
  std::vector<Descriptor> copies;
  for (auto& [ours, theirs] : descriptors) {
    copies.emplace_back(fcntl(ours, F_DUPFD_CLOEXEC, highest + 1));
    if (!copies.back().is_open()) throw CannotStart{errno};
    ours = copies.back().get();
  }
  return copies;
}

} // namespace

std::string CannotStart::reason() const {
  return std::strerror(error);
}

ChildProcess::ChildProcess(const ChildSetup& setup) {
  const std::vector<std::string> environment = merged(setup.environment);
  const std::vector<char*> argument_pointers = pointers(setup.arguments);
  const std::vector<char*> environment_pointers = pointers(environment);
  Start start{setup.program.c_str(),
              argument_pointers.data(),
              environment_pointers.data(),
              setup.descriptors,
              setup.limits,
              setup.own_session,
              setup.ends_with_thread,
              getpid(),
              0};
  const std::vector<Descriptor> copies = moved_up(start.descriptors);
  pid_ = start_child(start);
  if (pid_ < 0) throw CannotStart{errno};
  if (start.error == 0) return;
  end();
  throw CannotStart{start.error};
}

bool ChildProcess::has_ended() const {
  siginfo_t info{};
  return pid_ < 0 ||
         (waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
          info.si_pid == pid_);
}

bool ChildProcess::is_stopped() const {
  siginfo_t info{};
  return pid_ > 0 &&
         waitid(P_PID, static_cast<id_t>(pid_), &info, WSTOPPED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == pid_;
}

void ChildProcess::send(int signal) const {
  if (pid_ > 0) kill(-pid_, signal);
}

int ChildProcess::end() {
  if (pid_ < 0) return status_;
  // The group is killed before its leader is waited for: after that its number may be another's.
  send(SIGKILL);
  rusage usage{};
  while (wait4(pid_, &status_, 0, &usage) < 0 && errno == EINTR) {
  }
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  seconds_ = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  pid_ = -1;
  return status_;
}

double ChildProcess::processor_seconds() const {
  return pid_ < 0 ? seconds_ : ulna::processor_seconds(pid_).value_or(seconds_);
}

Pipe make_pipe(const char* what) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    throw BadInput(fmt::format("{}: {}; raise `ulimit -n`", what, std::strerror(errno)));
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

} // namespace ulna
