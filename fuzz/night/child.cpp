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
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace ulna::night {
namespace fs = std::filesystem;
namespace {

constexpr double kPatience = 3; ///< seconds between SIGTERM and SIGKILL
constexpr double kNever = 1e18;

/// Of two looks that are further apart, nobody knows what was between them: this process was held
/// up itself, and most likely all others were too.
constexpr double kLongestSleep = 0.5;

double clock_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// The environment of the runner with the given variables in it.
std::vector<std::string> merged(const std::vector<std::string>& own) {
  std::vector<std::string> all = own;
  for (char** at = environ; *at; ++at) {
    const std::string_view old = *at;
    bool replaced = false;
    for (const std::string& mine : own)
      replaced = replaced || old.starts_with(std::string_view(mine).substr(0, mine.find('=') + 1));
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

/// In the child, before it becomes another program.
[[noreturn]] void become(char* const* arguments, char* const* environment, const char* output,
                         int errors, pid_t runner) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != runner) _exit(127); // it died before the line above
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  std::signal(SIGPIPE, SIG_DFL);
  std::signal(SIGXFSZ, SIG_DFL);
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  const int none = open("/dev/null", O_RDONLY);
  const int out = *output ? open(output, O_WRONLY | O_CREAT | O_TRUNC, 0666) : errors;
  if (out < 0 || dup2(none, 0) < 0 || dup2(out, 1) < 0 || dup2(errors, 2) < 0) _exit(127);
  execve(arguments[0], arguments, environment);
  _exit(127);
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

/// Whether somebody stopped it with a signal, perhaps itself.
bool is_stopped(pid_t pid) {
  std::ifstream file(fmt::format("/proc/{}/stat", pid));
  std::string stat;
  std::getline(file, stat, '\0');
  const size_t name_end = stat.rfind(") ");
  return name_end != stat.npos && stat[name_end + 2] == 'T';
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
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    throw BadInput(fmt::format("cannot make a pipe: {}; raise `ulimit -n`", std::strerror(errno)));
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  const std::vector<std::string> environment = merged(command.environment);
  const auto argument_pointers = pointers(command.arguments);
  const auto environment_pointers = pointers(environment);
  const pid_t runner = getpid();
  pid_ = fork();
  if (pid_ == 0)
    become(argument_pointers.data(), environment_pointers.data(), command.output.c_str(), ends[1],
           runner);
  const int error = errno;
  close(ends[1]);
  pipe_ = Descriptor(ends[0]);
  if (pid_ < 0)
    throw BadInput(
        fmt::format("cannot start a process: {}; raise `ulimit -u`", std::strerror(error)));
  setpgid(pid_, pid_); // whoever of the two comes first
}

Child::~Child() {
  if (!ended_) {
    kill(-pid_, SIGKILL);
    kill(pid_, SIGKILL);
    while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
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
    too_large_ = resident_bytes(pid_) > memory_;
    if (too_large_) kill_at_ = now;
  }
  if (asleep(pid_)) {
    const double slept = std::min(now - watched_, kLongestSleep);
    slept_ += slept;
    if (is_stopped(pid_)) stopped_ += slept;
  }
  watched_ = now;
  used_ = ulna::processor_seconds(pid_).value_or(used_);
  const bool late = !asked_ && !late_ && used_ + slept_ >= limit_;
  late_ = late_ || late;
  if (late || now >= term_at_) {
    term_at_ = kNever;
    kill_at_ = std::min(kill_at_, now + kPatience);
    kill(-pid_, SIGTERM);
  }
  if (now >= kill_at_) kill(-pid_, SIGKILL);
}

bool Child::poll(const std::function<void(std::string_view)>& sink) {
  if (ended_) return true;
  drain(sink);
  watch();
  int status = 0;
  if (waitpid(pid_, &status, WNOHANG) != pid_) return false;
  drain(sink);
  ended_ = true;
  kill(-pid_, SIGKILL); // whatever it left behind in its group
  if (WIFEXITED(status)) exit_code_ = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) signal_ = WTERMSIG(status);
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
