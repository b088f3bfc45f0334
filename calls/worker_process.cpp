#include "calls/worker_process.h"

#include "base/error.h"
#include "base/process_time.h"
#include "base/text.h"
#include "calls/worker/arena.h"

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

namespace {

/// A copy of the descriptor out of the range that the worker's own take.
Descriptor move_up(int fd) {
  return Descriptor(fcntl(fd, F_DUPFD_CLOEXEC, 10));
}

pid_t spawn(const std::string& worker, const std::string& port, int socket, int arena_file,
            int control_file, int output) {
  const Descriptor from[] = {move_up(socket), move_up(arena_file), move_up(control_file),
                             move_up(output)};
  for (const Descriptor& d : from)
    if (d.get() < 0)
      throw BadInput("cannot start a worker: no descriptors left; raise `ulimit -n`");
  const int to[] = {arena::kSocket, arena::kArenaFile, arena::kControlFile};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (int i = 0; i < 3; ++i) posix_spawn_file_actions_adddup2(&actions, from[i].get(), to[i]);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  if (!std::getenv("ULNA_WORKER_OUTPUT"))
    for (const int stream : {1, 2})
      posix_spawn_file_actions_adddup2(&actions, from[3].get(), stream);
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
  if (pipe2(ends, O_CLOEXEC) != 0)
    throw BadInput(fmt::format("cannot make a pipe ({}); raise `ulimit -n`", std::strerror(errno)));
  output_ = Descriptor(ends[0]);
  const Descriptor their_output(ends[1]);
  fcntl(output_.get(), F_SETFL, O_NONBLOCK);
  pid_ = spawn(worker, port, theirs.get(), arena_file, control_file, their_output.get());
}

WorkerProcess::~WorkerProcess() {
  end();
}

/// At most what a pipe holds: a port may print faster than this reads.
void WorkerProcess::take_output() {
  constexpr size_t kKept = 2048;
  char text[16384];
  for (int i = 0; i < 4 && output_.get() >= 0; ++i) {
    const ssize_t n = read(output_.get(), text, sizeof text);
    if (n < 0) return; // nothing for now
    if (n == 0) output_ = Descriptor();
    printed_.append(text, static_cast<size_t>(n));
    if (printed_.size() > kKept) printed_.erase(0, printed_.size() - kKept);
  }
}

std::string WorkerProcess::last_lines() const {
  constexpr size_t kLines = 2;
  constexpr size_t kLength = 200;
  std::string lines;
  std::string_view rest = printed_;
  for (size_t count = 0; count < kLines && !rest.empty();) {
    const size_t begin = rest.rfind('\n') + 1; // 0 where there is none
    std::string_view line = rest.substr(begin);
    rest = rest.substr(0, begin == 0 ? 0 : begin - 1);
    constexpr std::string_view kSpace = " \t\r";
    line.remove_prefix(std::min(line.find_first_not_of(kSpace), line.size()));
    line = line.substr(0, line.find_last_not_of(kSpace) + 1);
    if (line.empty()) continue;
    lines = importer::printable(line, kLength) + (count++ == 0 ? "" : " | ") + lines;
  }
  return lines;
}

bool WorkerProcess::send() {
  take_output(); // of an earlier call
  printed_.clear();
  const char byte = 0;
  return ::send(socket_.get(), &byte, 1, MSG_NOSIGNAL) == 1;
}

WorkerProcess::Event WorkerProcess::wait(int milliseconds) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::milliseconds(milliseconds);
  int ready = 0;
  for (int left = milliseconds; ready <= 0 && left >= 0;) {
    pollfd watch[] = {{socket_.get(), POLLIN, 0}, {output_.get(), POLLIN, 0}};
    ready = poll(watch, 2, left);
    if (ready > 0 && watch[1].revents != 0) take_output();
    if (ready > 0 && watch[0].revents == 0) ready = 0;
    // A signal to us, or what it prints, is no time that the port took.
    const auto rest = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
    left = rest > 0 ? static_cast<int>(rest) : -1;
  }
  if (ready <= 0) {
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
  take_output();
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
