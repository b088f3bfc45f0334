#include "calls/worker/processors.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

namespace ulna {
namespace {

uint32_t told = 0;               ///< 0: the truth
cpu_set_t allowed;               ///< when the worker began
std::atomic<bool> chose = false; ///< the port, where its threads may run
std::atomic<uint32_t>* asked_for = nullptr;

/// Whether the answer is not the system's own.
bool tells() {
  if (asked_for) asked_for->store(1, std::memory_order_relaxed);
  return told != 0;
}

template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

/// 0, or what errno would be. The worker moves threads between processors, which the port does not
/// learn.
template <class Real>
int tell_set(size_t size, cpu_set_t* set, const Real& real) {
  const bool tells_count = tells();
  if (!tells_count && (chose || !asked_for)) return real();
  if (8 * size < told) return EINVAL;
  std::memset(set, 0, size);
  if (!tells_count) std::memcpy(set, &allowed, std::min(size, sizeof allowed));
  for (uint32_t i = 0; i < told; ++i) CPU_SET_S(i, size, set);
  return 0;
}

/// A thread may be wanted where there is no processor: it stays where it is.
template <class Real>
int accept_set(size_t size, const cpu_set_t* set, const Real& real) {
  if (!tells()) {
    chose = true;
    return real();
  }
  for (uint32_t i = 0; i < std::min<uint64_t>(told, 8 * size); ++i)
    if (CPU_ISSET_S(i, size, set)) return 0;
  return EINVAL;
}

int with_errno(int error) {
  if (error == 0) return 0;
  errno = error;
  return -1;
}

} // namespace

void tell_processors(uint32_t count, std::atomic<uint32_t>& asked) {
  told = count;
  get_real_affinity(allowed);
  asked_for = &asked;
  // Some OpenMP libraries ask the kernel itself.
  if (count != 0) setenv("OMP_NUM_THREADS", std::to_string(count).c_str(), 1);
}

bool get_real_affinity(cpu_set_t& set) {
  CPU_ZERO(&set);
  return syscall(SYS_sched_getaffinity, 0, sizeof set, &set) > 0;
}

bool set_real_affinity(const cpu_set_t& set) {
  return syscall(SYS_sched_setaffinity, 0, sizeof set, &set) == 0;
}

} // namespace ulna

// The C library's own, which libraries find here first: CMakeLists.txt exports them.
extern "C" {

int get_nprocs() noexcept {
  static auto* const real = ulna::next<int()>("get_nprocs");
  return ulna::tells() ? int(ulna::told) : real();
}

int get_nprocs_conf() noexcept {
  static auto* const real = ulna::next<int()>("get_nprocs_conf");
  return ulna::tells() ? int(ulna::told) : real();
}

long sysconf(int name) noexcept {
  static auto* const real = ulna::next<long(int)>("sysconf");
  const bool is_number = name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF;
  return is_number && ulna::tells() ? long(ulna::told) : real(name);
}

int sched_getaffinity(pid_t thread, size_t size, cpu_set_t* set) noexcept {
  static auto* const next = ulna::next<int(pid_t, size_t, cpu_set_t*)>("sched_getaffinity");
  const auto real = [&] { return next(thread, size, set) == 0 ? 0 : errno; };
  return ulna::with_errno(ulna::tell_set(size, set, real));
}

int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t* set) noexcept {
  static auto* const next =
      ulna::next<int(pthread_t, size_t, cpu_set_t*)>("pthread_getaffinity_np");
  return ulna::tell_set(size, set, [&] { return next(thread, size, set); });
}

int sched_setaffinity(pid_t thread, size_t size, const cpu_set_t* set) noexcept {
  static auto* const next = ulna::next<int(pid_t, size_t, const cpu_set_t*)>("sched_setaffinity");
  const auto real = [&] { return next(thread, size, set) == 0 ? 0 : errno; };
  return ulna::with_errno(ulna::accept_set(size, set, real));
}

int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t* set) noexcept {
  static auto* const next =
      ulna::next<int(pthread_t, size_t, const cpu_set_t*)>("pthread_setaffinity_np");
  return ulna::accept_set(size, set, [&] { return next(thread, size, set); });
}

int sched_getcpu() noexcept {
  static auto* const real = ulna::next<int()>("sched_getcpu");
  const int now = real();
  return ulna::tells() && now >= 0 ? now % int(ulna::told) : now;
}

} // extern "C"
