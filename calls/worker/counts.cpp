// Clang's runtime opens the file of a source file's counts whenever it writes them. Linked with
// --wrap=open, it gets here what was opened before the worker was confined.
#include "calls/worker/counts.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdarg>
#include <map>
#include <string>
#include <string_view>

extern "C" {
void __gcov_dump();
void __gcov_reset();
int __real_open(const char* path, int flags, ...);
int __wrap_open(const char* path, int flags, ...);
}

namespace {

/// Above the descriptors that the judge and the port count on.
constexpr int kFirst = 200;

} // namespace

int __wrap_open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  if (!std::string_view(path).ends_with(".gcda")) return __real_open(path, flags, mode);
  static std::map<std::string, int> kept;
  auto counts = kept.find(path);
  if (counts == kept.end()) {
    const int opened = __real_open(path, flags, mode);
    if (opened < 0) return opened; // it is asked again, to make the file
    counts = kept.emplace(path, fcntl(opened, F_DUPFD_CLOEXEC, kFirst)).first;
    close(opened);
  }
  lseek(counts->second, 0, SEEK_SET);
  return fcntl(counts->second, F_DUPFD_CLOEXEC, kFirst);
}

namespace ulna {

void open_counts() {
  leave_counts();
}

void leave_counts() {
  __gcov_dump();
  __gcov_reset();
}

} // namespace ulna
