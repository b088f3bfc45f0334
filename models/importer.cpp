#include "models/importer.h"

#include "base/child_process.h"
#include "base/descriptor.h"
#include "base/error.h"
#include "base/sanitizers.h"
#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <optional>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace ulna {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr rlim_t kMemory = rlim_t{8} << 30;
constexpr rlim_t kFileSize = rlim_t{1} << 30;  ///< a case is no larger
constexpr size_t kMaxOutput = size_t{1} << 26; ///< as many names as a model may have nodes

// AddressSanitizer reserves terabytes of addresses, so the memory of such a build stays unlimited.
constexpr bool kLimitMemory = !kAddressSanitizer;

std::string reason(int error) {
  return std::generic_category().message(error);
}

/// What went wrong with a model, without its name; naming_model puts that in front.
[[noreturn]] void fail(const std::string& what) {
  throw BadInput(what);
}

/// One of the child's streams, collected without ever blocking.
struct Stream {
  Descriptor read_end;
  std::string text;

  /// Takes what is there; closes at the end. What is beyond the limit is dropped, so that the child
  /// never waits for us.
  void drain() {
    char buffer[4096];
    while (read_end.get() >= 0) {
      const ssize_t n = read(read_end.get(), buffer, sizeof buffer);
      if (n > 0) {
        text.append(buffer, std::min(size_t(n), kMaxOutput - text.size()));
      } else if (n < 0 && errno == EINTR) {
        continue;
      } else if (n < 0 && errno == EAGAIN) {
        return;
      } else {
        read_end.close();
      }
    }
  }
};

/// The importer at work.
class Importer {
public:
  Importer(const std::string& program, std::vector<std::string> arguments, double limit_seconds) {
    constexpr const char* kNone = "no pipe to the importer";
    Pipe out_pipe = make_pipe(kNone), err_pipe = make_pipe(kNone);
    out.read_end = std::move(out_pipe.read_end);
    err.read_end = std::move(err_pipe.read_end);
    try {
      child_.emplace(ChildSetup{.program = program,
                                .arguments = std::move(arguments),
                                .descriptors = {{out_pipe.write_end.get(), STDOUT_FILENO},
                                                {err_pipe.write_end.get(), STDERR_FILENO}},
                                .limits = limits(limit_seconds)});
    } catch (const CannotStart& e) {
      fail(fmt::format("cannot start the importer {} ({}); build ulna again",
                       printable(program, 1000), e.reason()));
    }
  }

  Stream out, err;

  /// Collects both streams until the child has ended, or the deadline is over: then false.
  bool finish(Clock::time_point deadline) {
    // By its number: glibc has a function for it since 2.36, and packages are to run on older ones.
    const Descriptor watch(static_cast<int>(syscall(SYS_pidfd_open, child_->pid(), 0)));
    if (watch.get() < 0) fail(fmt::format("cannot watch the importer: {}", reason(errno)));
    for (;;) {
      const auto left =
          std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
      if (left <= 0) return false;
      pollfd files[]{{watch.get(), POLLIN, 0},
                     {out.read_end.get(), POLLIN, 0},
                     {err.read_end.get(), POLLIN, 0}};
      const int ready = poll(files, 3, static_cast<int>(std::min<int64_t>(left, 1000)));
      if (ready < 0 && errno != EINTR) fail(fmt::format("poll: {}", reason(errno)));
      out.drain();
      err.drain();
      if (ready > 0 && files[0].revents) break;
    }
    // Its last words were written before it ended.
    out.drain();
    err.drain();
    return true;
  }

  /// Kills what is left of it and returns the wait status.
  int end() { return child_->end(); }

private:
  /// The processor time ends an importer that outlives us.
  static std::vector<std::pair<int, rlim_t>> limits(double seconds) {
    std::vector<std::pair<int, rlim_t>> all{
        {RLIMIT_CPU, static_cast<rlim_t>(std::clamp(std::ceil(seconds) + 5, 5.0, 1e9))},
        {RLIMIT_FSIZE, kFileSize},
        {RLIMIT_CORE, 0}};
    if (kLimitMemory) all.emplace_back(RLIMIT_AS, kMemory);
    return all;
  }

  std::optional<ChildProcess> child_;
};

std::string first_line(const std::string& text) {
  const size_t begin = std::min(text.find_first_not_of("\r\n"), text.size());
  const size_t end = text.find_first_of("\r\n", begin);
  return printable(std::string_view(text).substr(begin, end - begin), 1500);
}

/// The importer's complaint without the two names that it starts with.
std::string complaint(const std::string& stderr_text, const std::string& path) {
  std::string line = first_line(stderr_text);
  for (const std::string& prefix : {std::string("ulna-import: "), printable(path, 1000) + ": "})
    if (line.starts_with(prefix)) line.erase(0, prefix.size());
  return line;
}

/// Refuses what the importer could not read anyway, before a process is started for it. A pipe
/// would make it wait for a writer.
void check_file(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) fail("no such file; check the path");
  if (fs::is_directory(status)) fail("it is a folder; give the model file in it");
  if (!fs::is_regular_file(status)) fail("it is no regular file; copy the model into one");
  if (access(path.c_str(), R_OK) != 0) fail("it may not be read; change its permissions");
}

} // namespace

std::string run_importer(const std::string& importer, const std::vector<std::string>& options,
                         const std::string& model, const std::string& folder,
                         double limit_seconds) {
  check_file(model);
  const auto limit = std::chrono::duration<double>(std::clamp(limit_seconds, 0.0, 1e6));
  const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(limit);
  std::vector<std::string> arguments{"ulna-import"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  arguments.insert(arguments.end(), {"--", model, folder});
  Importer child(importer, std::move(arguments), limit_seconds);
  const bool ended = child.finish(deadline);
  const int status = child.end();
  if (!ended || (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU))
    fail(fmt::format("the importer did not finish in {} s; the file is damaged or too large: "
                     "export it again, or reduce the model",
                     limit_seconds));
  if (WIFSIGNALED(status))
    fail(fmt::format("the importer crashed on it (signal {}, {}); the file is probably damaged: "
                     "export it again, or as glTF",
                     WTERMSIG(status), strsignal(WTERMSIG(status))));
  if (WEXITSTATUS(status) != 0) {
    const std::string what = complaint(child.err.text, model);
    fail(what.empty() ? fmt::format("the importer failed (exit code {}) and does not say why; "
                                    "export the file again",
                                    WEXITSTATUS(status))
                      : what);
  }
  return child.out.text;
}

void bad_summary() {
  fail("the importer's summary cannot be read; build ulna again, so that importer and judge belong "
       "together");
}

std::string about_model(const std::string& path, const std::string& message) {
  return fmt::format("model {}: {}", printable(path, 1000), message);
}

} // namespace ulna
