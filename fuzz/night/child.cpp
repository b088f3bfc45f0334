#include "fuzz/night/child.h"

#include "base/error.h"
#include "base/process_time.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ulna::night {
namespace fs = std::filesystem;
namespace {

constexpr double kPatience = 3; ///< seconds between SIGTERM and SIGKILL
constexpr double kNever = 1e18;
constexpr int kNotStarted = 127; ///< as a shell has it

/// Of two looks that are further apart, nobody knows what was between them: this process was held
/// up itself, and most likely all others were too.
constexpr double kLongestSleep = 0.5;

double clock_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

uint64_t resident_bytes(pid_t pid) {
  char text[128] = {};
  const Descriptor file(open(fmt::format("/proc/{}/statm", pid).c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) return 0;
  const ssize_t n = read(file.get(), text, sizeof text - 1);
  unsigned long long size = 0, resident = 0;
  if (n <= 0 || std::sscanf(text, "%llu %llu", &size, &resident) != 2) return 0;
  return resident * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

/// Whether a process, by its folder in /proc, has that variable. One that is dead has none.
bool carries(const fs::path& process, const std::string& mark) {
  std::ifstream file(process / "environ", std::ios::binary);
  for (std::string variable; std::getline(file, variable, '\0');)
    if (variable == mark) return true;
  return false;
}

} // namespace

Child::Child(const Command& command)
    : started_(clock_now()), kill_at_(kNever), term_at_(kNever), limit_(command.seconds),
      watched_(started_), memory_(command.memory) {
  Pipe pipe = make_pipe("cannot make a pipe");
  pipe_ = std::move(pipe.read_end);
  ended_ = !start(command, pipe.write_end.get());
  if (ended_) exit_code_ = kNotStarted;
}

bool Child::start(const Command& command, int errors) {
  const bool has_output = !command.output.empty();
  const Descriptor output(
      has_output ? open(command.output.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)
                 : -1);
  if (has_output && !output.is_open()) return false;
  try {
    child_.emplace(ChildSetup{.program = command.arguments.at(0),
                              .arguments = command.arguments,
                              .environment = command.environment,
                              .descriptors = {{has_output ? output.get() : errors, STDOUT_FILENO},
                                              {errors, STDERR_FILENO}},
                              .limits = {{RLIMIT_CORE, 0}},
                              .ends_with_thread = true});
    return true;
  } catch (const CannotStart& e) {
    if (e.error == EMFILE || e.error == ENOMEM || e.error == EAGAIN) // nothing left
      throw BadInput(fmt::format("cannot start a process: {}; raise `ulimit {}`", e.reason(),
                                 e.error == EMFILE ? "-n" : "-u"));
    return false;
  }
}

double Child::seconds() const {
  return clock_now() - started_;
}

double Child::held_up() const {
  return std::max(0.0, watched_ - started_ - used_ - (slept_ - stopped_));
}

void Child::stop() {
  asked_ = true;
  term_at_ = std::min(term_at_, clock_now());
}

void Child::drain(const std::function<void(std::string_view)>& sink) {
  char buffer[1 << 16];
  // A child that writes without end must not keep us here.
  for (int i = 0; i < 64; ++i) {
    const ssize_t n = read(pipe_.get(), buffer, sizeof buffer);
    if (n > 0) {
      sink({buffer, static_cast<size_t>(n)});
    } else if (n == 0 || errno != EINTR) {
      return;
    }
  }
}

void Child::watch() {
  const double now = clock_now();
  if (memory_ > 0 && now >= look_at_ && !too_large_) {
    look_at_ = now + 0.5;
    too_large_ = resident_bytes(child_->pid()) > memory_;
    if (too_large_) kill_at_ = now;
  }
  if (asleep(child_->pid())) {
    const double slept = std::min(now - watched_, kLongestSleep);
    slept_ += slept;
    if (child_->is_stopped()) stopped_ += slept;
  }
  watched_ = now;
  used_ = child_->processor_seconds();
  const bool late = !asked_ && !late_ && used_ + slept_ >= limit_;
  late_ = late_ || late;
  if (late || now >= term_at_) {
    term_at_ = kNever;
    kill_at_ = std::min(kill_at_, now + kPatience);
    child_->send(SIGTERM);
  }
  if (now >= kill_at_) child_->send(SIGKILL);
}

bool Child::poll(const std::function<void(std::string_view)>& sink) {
  if (ended_) return true;
  drain(sink);
  watch();
  if (!child_->has_ended()) return false;
  const int status = child_->end();
  used_ = child_->processor_seconds();
  drain(sink);
  ended_ = true;
  exit_code_ = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  signal_ = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  return true;
}

void end_orphans(const std::string& mark) {
  constexpr int kTries = 100;
  for (int i = 0; i < kTries; ++i) {
    bool any = false;
    std::error_code error;
    for (fs::directory_iterator at("/proc", error), end; !error && at != end; at.increment(error)) {
      const std::string name = at->path().filename();
      if (name.find_first_not_of("0123456789") != name.npos || !carries(at->path(), mark)) continue;
      const auto pid = static_cast<pid_t>(std::atol(name.c_str()));
      if (pid == getpid()) continue;
      any = kill(pid, SIGKILL) == 0 || any;
    }
    if (!any) return;
    usleep(10'000);
  }
}

} // namespace ulna::night
