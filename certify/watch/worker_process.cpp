#include "certify/watch/worker_process.h"

#include "certify/error.h"
#include "certify/watch/arena.h"
#include "certify/watch/process_time.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

extern char** environ;

namespace ulna {

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

Descriptor::~Descriptor() {
  if (fd_ >= 0) close(fd_);
}

namespace {

/// A copy of the descriptor out of the range that the worker's own take.
Descriptor move_up(int fd) {
  return Descriptor(fcntl(fd, F_DUPFD_CLOEXEC, 10));
}

pid_t spawn(const std::string& worker, const std::string& port, int socket, int arena_file,
            int control_file) {
  const Descriptor from[] = {move_up(socket), move_up(arena_file), move_up(control_file)};
  for (const Descriptor& d : from)
    if (d.get() < 0)
      throw BadInput("cannot start a worker: no descriptors left; raise `ulimit -n`");
  const int to[] = {arena::kSocket, arena::kArenaFile, arena::kControlFile};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (int i = 0; i < 3; ++i) posix_spawn_file_actions_adddup2(&actions, from[i].get(), to[i]);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  if (!std::getenv("ULNA_WORKER_OUTPUT")) {
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  }
  // A session of its own: the terminal and its interrupts are for the judge.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  const char* argv[] = {"ulna-worker", port.c_str(), nullptr};
  pid_t pid = -1;
  const int error = posix_spawn(&pid, worker.c_str(), &actions, &attributes,
                                const_cast<char* const*>(argv), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0)
    throw BadInput(fmt::format("{}: cannot start it ({}); build or install ulna again", worker,
                               std::strerror(error)));
  return pid;
}

} // namespace

WorkerProcess::WorkerProcess(const std::string& worker, const std::string& port, int arena_file,
                             int control_file) {
  // The judge's memory is closed to a worker of the same user.
  prctl(PR_SET_DUMPABLE, 0);
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw BadInput(
        fmt::format("cannot make a socket ({}); raise `ulimit -n`", std::strerror(errno)));
  socket_ = Descriptor(ends[0]);
  const Descriptor theirs(ends[1]);
  pid_ = spawn(worker, port, theirs.get(), arena_file, control_file);
}

WorkerProcess::~WorkerProcess() {
  end();
}

bool WorkerProcess::send() {
  const char byte = 0;
  return ::send(socket_.get(), &byte, 1, MSG_NOSIGNAL) == 1;
}

WorkerProcess::Event WorkerProcess::wait(int milliseconds) {
  using Clock = std::chrono::steady_clock;
  pollfd watch{socket_.get(), POLLIN, 0};
  const auto end = Clock::now() + std::chrono::milliseconds(milliseconds);
  int ready = poll(&watch, 1, milliseconds);
  while (ready < 0 && errno == EINTR) { // a signal to us is no time that the port took
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
    ready = poll(&watch, 1, std::max(0, static_cast<int>(left)));
  }
  if (ready == 0) {
    // A port may have closed or kept the socket: the process itself has the last word.
    siginfo_t info{};
    const bool dead =
        waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
        info.si_pid == pid_;
    return dead ? Event::gone : Event::timeout;
  }
  char byte;
  return read(socket_.get(), &byte, 1) == 1 ? Event::message : Event::gone;
}

int WorkerProcess::end() {
  if (pid_ < 0) return status_;
  rusage usage{};
  pid_t ended = 0;
  // A worker that ends by itself closes its socket a moment before its status can be had.
  for (int i = 0; i < 100; ++i) {
    ended = wait4(pid_, &status_, WNOHANG, &usage);
    pollfd watch{socket_.get(), POLLIN, 0};
    if (ended != 0 || poll(&watch, 1, 0) == 0) break;
    usleep(1000);
  }
  if (ended == 0) {
    kill(-pid_, SIGKILL);
    kill(pid_, SIGKILL);
    while (wait4(pid_, &status_, 0, &usage) < 0 && errno == EINTR) {
    }
  }
  seconds_ = static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
             1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
  pid_ = -1;
  return status_;
}

bool WorkerProcess::stopped() const {
  siginfo_t info{};
  return waitid(P_PID, static_cast<id_t>(pid_), &info, WSTOPPED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == pid_;
}

bool WorkerProcess::asleep() const {
  return ulna::asleep(pid_);
}

double WorkerProcess::processor_seconds() const {
  return pid_ < 0 ? seconds_ : ulna::processor_seconds(pid_).value_or(seconds_);
}

} // namespace ulna
