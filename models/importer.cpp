#include "models/importer.h"

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
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <spawn.h>
extern "C" {
#include <sys/pidfd.h> // has no C++ guards in glibc 2.36
}
#include <sys/resource.h>
#include <sys/wait.h>
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
  Descriptor read_end, write_end;
  std::string text;

  void open() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
      fail(fmt::format("no pipe to the importer: {}", reason(errno)));
    read_end = Descriptor(ends[0]);
    write_end = Descriptor(ends[1]);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
  }

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

/// The importer at work. It leads a process group of its own, which ends with this object.
class Child {
public:
  Child(const std::string& executable, std::vector<std::string> arguments, double limit_seconds) {
    out.open();
    err.open();
    spawn(executable, arguments);
    limit(limit_seconds);
  }
  ~Child() {
    if (pid_ > 0) end();
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  Stream out, err;

  /// Collects both streams until the child has ended, or the deadline is over: then false.
  bool finish(Clock::time_point deadline) {
    const Descriptor watch(pidfd_open(pid_, 0));
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

  /// Kills what is left of the group and returns the wait status of the child.
  int end() {
    // The group is killed before its leader is reaped: after that its number may be another's.
    kill(-pid_, SIGKILL);
    int status = 0;
    while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
    return status;
  }

private:
  void spawn(const std::string& executable, std::vector<std::string>& arguments) {
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out.write_end.get(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err.write_end.get(), STDERR_FILENO);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                              POSIX_SPAWN_SETSIGDEF);
    const int error =
        posix_spawn(&pid_, executable.c_str(), &actions, &attributes, argv.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    out.write_end.close();
    err.write_end.close();
    if (error != 0) {
      pid_ = -1;
      fail(fmt::format("cannot start the importer {} ({}); build ulna again",
                       importer::printable(executable, 1000), reason(error)));
    }
  }

  /// The processor time ends an importer that outlives us.
  void limit(double seconds) const {
    const auto set = [this](__rlimit_resource resource, rlim_t value) {
      const rlimit limits{value, value};
      prlimit(pid_, resource, &limits, nullptr);
    };
    if (kLimitMemory) set(RLIMIT_AS, kMemory);
    set(RLIMIT_CPU, static_cast<rlim_t>(std::clamp(std::ceil(seconds) + 5, 5.0, 1e9)));
    set(RLIMIT_FSIZE, kFileSize);
    set(RLIMIT_CORE, 0);
  }

  pid_t pid_ = -1;
};

std::string first_line(const std::string& text) {
  const size_t begin = std::min(text.find_first_not_of("\r\n"), text.size());
  const size_t end = text.find_first_of("\r\n", begin);
  return importer::printable(std::string_view(text).substr(begin, end - begin), 1500);
}

/// The importer's complaint without the two names that it starts with.
std::string complaint(const std::string& stderr_text, const std::string& path) {
  std::string line = first_line(stderr_text);
  for (const std::string& prefix :
       {std::string("ulna-import: "), importer::printable(path, 1000) + ": "})
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

TemporaryFolder::TemporaryFolder() {
  std::error_code error;
  const fs::path parent = fs::temp_directory_path(error);
  path_ = (parent / "ulna-model-XXXXXX").string();
  if (error || !mkdtemp(path_.data()))
    fail("no folder for temporary files; set TMPDIR to one that can be written");
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string run_importer(const std::string& importer, const std::vector<std::string>& options,
                         const std::string& model, const std::string& folder,
                         double limit_seconds) {
  check_file(model);
  const auto limit = std::chrono::duration<double>(std::clamp(limit_seconds, 0.0, 1e6));
  const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(limit);
  std::vector<std::string> arguments{"ulna-import"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  arguments.insert(arguments.end(), {"--", model, folder});
  Child child(importer, std::move(arguments), limit_seconds);
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
  return fmt::format("model {}: {}", importer::printable(path, 1000), message);
}

} // namespace ulna
