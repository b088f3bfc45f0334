#include "calls/worker_process.h"

#include "base/error.h"
#include "base/process_memory.h"
#include "base/process_time.h"
#include "base/text.h"
#include "calls/shared/arena.h"

#include <fmt/format.h>

#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

namespace ulna {

WorkerProcess::WorkerProcess(const WorkerCommand& worker, const std::string& port, int arena_file,
                             int control_file) {
  // The judge's memory is closed to a worker of the same user.
  prctl(PR_SET_DUMPABLE, 0);
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw BadInput(
        fmt::format("cannot make a socket ({}); raise `ulimit -n`", std::strerror(errno)));
  socket_ = Descriptor(ends[0]);
  const Descriptor theirs(ends[1]);
  Pipe output = make_pipe("cannot make a pipe");
  output_ = std::move(output.read_end);

  ChildSetup setup{.program = worker.program, .arguments = worker.arguments};
  setup.arguments.push_back(port);
  setup.environment = worker.environment;
  setup.descriptors = {{theirs.get(), arena::kSocket},
                       {arena_file, arena::kArenaFile},
                       {control_file, arena::kControlFile}};
  if (!std::getenv("ULNA_WORKER_OUTPUT"))
    for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
      setup.descriptors.emplace_back(output.write_end.get(), stream);
  setup.own_session = true;
  try {
    child_.emplace(setup);
  } catch (const CannotStart& e) {
    throw BadInput(e.error == EMFILE
                       ? "cannot start a worker: no descriptors left; raise `ulimit -n`"
                       : fmt::format("{}: cannot start it ({}); build or install ulna again",
                                     worker.program, e.reason()));
  }
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
  constexpr std::string_view kOfEmulator = "qemu: uncaught target signal"; // the judge says it
  std::string lines;
  std::string_view rest = printed_;
  for (size_t count = 0; count < kLines && !rest.empty();) {
    const size_t begin = rest.rfind('\n') + 1; // 0 where there is none
    std::string_view line = rest.substr(begin);
    rest = rest.substr(0, begin == 0 ? 0 : begin - 1);
    constexpr std::string_view kSpace = " \t\r";
    line.remove_prefix(std::min(line.find_first_not_of(kSpace), line.size()));
    line = line.substr(0, line.find_last_not_of(kSpace) + 1);
    if (line.empty() || line.starts_with(kOfEmulator)) continue;
    lines = printable(line, kLength) + (count++ == 0 ? "" : " | ") + lines;
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
    return child_->has_ended() ? Event::gone : Event::timeout;
  }
  char byte;
  return read(socket_.get(), &byte, 1) == 1 ? Event::message : Event::gone;
}

int WorkerProcess::end() {
  // A worker that ends by itself closes its socket a moment before its status can be had.
  for (int i = 0; i < 100 && !child_->has_ended(); ++i) {
    pollfd watch{socket_.get(), POLLIN, 0};
    if (poll(&watch, 1, 0) == 0) break;
    usleep(1000);
  }
  const int status = child_->end();
  take_output();
  return status;
}

uint64_t WorkerProcess::own_bytes() const {
  return own_bytes_in_memory(child_->pid());
}

bool WorkerProcess::asleep() const {
  return ulna::asleep(child_->pid());
}

} // namespace ulna
