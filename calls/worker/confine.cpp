#include "calls/worker/confine.h"

#include "calls/shared/arena.h"

#include <seccomp.h>

#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <initializer_list>

namespace ulna {
namespace {

/// libseccomp's own macros are C compound literals, which Clang's C++ refuses.
scmp_arg_cmp argument(unsigned index, scmp_compare comparison, scmp_datum_t a, scmp_datum_t b = 0) {
  return {index, comparison, a, b};
}

/// Root's privileges would open the judge's memory.
bool drop_capabilities() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  const __user_cap_data_struct none[2]{};
  return syscall(SYS_capset, &header, none) == 0;
}

/// Opening for reading is all that loading a library needs.
bool forbid_opening_for_writing(scmp_filter_ctx filter) {
  bool ok = true;
  for (const unsigned flag : {O_WRONLY, O_RDWR, O_CREAT, O_TRUNC}) {
    ok = ok && seccomp_rule_add(filter, SCMP_ACT_ERRNO(EACCES), SCMP_SYS(open), 1,
                                argument(1, SCMP_CMP_MASKED_EQ, flag, flag)) == 0;
    ok = ok && seccomp_rule_add(filter, SCMP_ACT_ERRNO(EACCES), SCMP_SYS(openat), 1,
                                argument(2, SCMP_CMP_MASKED_EQ, flag, flag)) == 0;
  }
  for (const int call : {SCMP_SYS(creat),        SCMP_SYS(unlink),
                         SCMP_SYS(unlinkat),     SCMP_SYS(rename),
                         SCMP_SYS(renameat),     SCMP_SYS(renameat2),
                         SCMP_SYS(rmdir),        SCMP_SYS(link),
                         SCMP_SYS(linkat),       SCMP_SYS(symlink),
                         SCMP_SYS(symlinkat),    SCMP_SYS(truncate),
                         SCMP_SYS(chmod),        SCMP_SYS(fchmodat),
                         SCMP_SYS(chown),        SCMP_SYS(lchown),
                         SCMP_SYS(fchownat),     SCMP_SYS(mount),
                         SCMP_SYS(chown32),      SCMP_SYS(lchown32),
                         SCMP_SYS(truncate64),   SCMP_SYS(mknod),
                         SCMP_SYS(mknodat),      SCMP_SYS(bind),
                         SCMP_SYS(fchmod),       SCMP_SYS(fchown),
                         SCMP_SYS(fchown32),     SCMP_SYS(utime),
                         SCMP_SYS(utimes),       SCMP_SYS(futimesat),
                         SCMP_SYS(utimensat),    SCMP_SYS(utimensat_time64),
                         SCMP_SYS(setxattr),     SCMP_SYS(lsetxattr),
                         SCMP_SYS(fsetxattr),    SCMP_SYS(removexattr),
                         SCMP_SYS(lremovexattr), SCMP_SYS(fremovexattr)})
    ok = ok && seccomp_rule_add(filter, SCMP_ACT_ERRNO(EACCES), call, 0) == 0;
  // Wine makes its folders whether they are there or not, and takes no for an answer only so.
  for (const int call : {SCMP_SYS(mkdir), SCMP_SYS(mkdirat)})
    ok = ok && seccomp_rule_add(filter, SCMP_ACT_ERRNO(EEXIST), call, 0) == 0;
  return ok;
}

/// A filter sees the address of a path, not the path: what is run is allowed by that, or nothing.
bool forbid_other_processes(scmp_filter_ctx filter, const char* path_of_program) {
  const auto address = reinterpret_cast<scmp_datum_t>(path_of_program);
  bool ok = seccomp_rule_add(filter, SCMP_ACT_TRAP, SCMP_SYS(execve), 1,
                             argument(0, SCMP_CMP_NE, address)) == 0;
  for (const int call :
       {SCMP_SYS(fork), SCMP_SYS(vfork), SCMP_SYS(execveat), SCMP_SYS(ptrace),
        SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev), SCMP_SYS(pidfd_open),
        SCMP_SYS(pidfd_getfd), SCMP_SYS(pidfd_send_signal), SCMP_SYS(tkill), SCMP_SYS(unshare),
        SCMP_SYS(setns), SCMP_SYS(bpf), SCMP_SYS(perf_event_open)})
    ok = ok && seccomp_rule_add(filter, SCMP_ACT_TRAP, call, 0) == 0;
  // Threads are a port's own business. clone3 and openat2 hide their flags from a filter, and
  // without them the C library falls back to clone and openat.
  for (const int call : {SCMP_SYS(clone3), SCMP_SYS(openat2), SCMP_SYS(io_uring_setup)})
    ok = ok && seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), call, 0) == 0;
  ok = ok && seccomp_rule_add(filter, SCMP_ACT_TRAP, SCMP_SYS(clone), 1,
                              argument(0, SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0)) == 0;
  const auto self = static_cast<scmp_datum_t>(getpid());
  for (const int call :
       {SCMP_SYS(kill), SCMP_SYS(tgkill), SCMP_SYS(rt_sigqueueinfo), SCMP_SYS(rt_tgsigqueueinfo)})
    ok =
        ok && seccomp_rule_add(filter, SCMP_ACT_TRAP, call, 1, argument(0, SCMP_CMP_NE, self)) == 0;
  return ok && seccomp_rule_add(filter, SCMP_ACT_TRAP, SCMP_SYS(prlimit64), 1,
                                argument(0, SCMP_CMP_NE, 0)) == 0;
}

/// Takes in what 32-bit code on this processor asks for, by numbers of its own, which a filter
/// refuses as a whole without.
bool forbid_the_same_of_32_bits(scmp_filter_ctx filter) {
  scmp_filter_ctx narrow = seccomp_init(SCMP_ACT_ALLOW);
  const bool ok = narrow && seccomp_arch_remove(narrow, SCMP_ARCH_NATIVE) == 0 &&
                  seccomp_arch_add(narrow, SCMP_ARCH_X86) == 0 &&
                  forbid_other_processes(narrow, nullptr) && forbid_opening_for_writing(narrow) &&
                  seccomp_merge(filter, narrow) == 0;
  if (!ok && narrow) seccomp_release(narrow); // else the other has it
  return ok;
}

enum class Bits : uint8_t { of_64, of_both };

bool confine_but_for(const char* path_of_program, Bits bits) {
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  bool ok = drop_capabilities();
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  if (!filter) return false;
  ok = ok && forbid_other_processes(filter, path_of_program) &&
       forbid_opening_for_writing(filter) &&
       (bits == Bits::of_64 || forbid_the_same_of_32_bits(filter)) && seccomp_load(filter) == 0;
  seccomp_release(filter);
  return ok;
}

/// Landlock's, which the headers of older systems lack: each adds to the one before.
struct Ruleset {
  uint64_t files, network;
};
constexpr uint64_t kWriteFile = 1 << 1, kChangeFolders = 0x3ff0, // remove and make what there is,
    kTruncate = 1 << 14;                                         // and move it
constexpr uint64_t kBindAndConnect = 3;
struct [[gnu::packed]] Below {
  uint64_t files;
  int32_t folder;
};

bool allow(int ruleset, uint64_t files, const char* folder) {
  constexpr int kPathBeneath = 1;
  const int fd = open(folder, O_PATH | O_CLOEXEC);
  const Below rule{files, fd};
  const bool ok = fd >= 0 && syscall(SYS_landlock_add_rule, ruleset, kPathBeneath, &rule, 0) == 0;
  close(fd);
  return ok;
}

bool write_only_in(std::initializer_list<const char*> folders) {
  constexpr uint32_t kAskVersion = 1;
  const long version = syscall(SYS_landlock_create_ruleset, nullptr, 0, kAskVersion);
  if (version < 1) return false;
  const Ruleset rules{kWriteFile | (version >= 2 ? kChangeFolders : kChangeFolders & 0x1fff) |
                          (version >= 3 ? kTruncate : 0),
                      version >= 4 ? kBindAndConnect : 0};
  const size_t size = version >= 4 ? sizeof rules : sizeof rules.files;
  const auto ruleset = static_cast<int>(syscall(SYS_landlock_create_ruleset, &rules, size, 0));
  if (ruleset < 0) return false;
  bool ok = allow(ruleset, kWriteFile | (version >= 3 ? kTruncate : 0), "/dev/null");
  for (const char* folder : folders) ok = ok && allow(ruleset, rules.files, folder);
  ok = ok && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
       syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
  close(ruleset);
  return ok;
}

} // namespace

int become_server(const char* folder, const char* other, const char* program,
                  char* const* arguments) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (!write_only_in({folder, other})) return arena::kNotConfined;
  execv(program, arguments);
  return arena::kBadSetup;
}

bool confine() {
  return confine_but_for(nullptr, Bits::of_64);
}

int confine_and_become(const char* program, char* const* arguments) {
  // Where nobody finds it again: the program has memory of its own.
  const size_t length = std::strlen(program) + 1;
  void* const path =
      mmap(nullptr, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (path == MAP_FAILED) return arena::kBadSetup;
  std::memcpy(path, program, length);
  // The system leaves the stack room below it, which 32 bits have regions of the arena in.
  rlimit stack;
  getrlimit(RLIMIT_STACK, &stack);
  stack.rlim_cur = std::min<rlim_t>(stack.rlim_cur, rlim_t{64} << 20);
  setrlimit(RLIMIT_STACK, &stack);
  // Unlike a worker, an emulator cannot say whether it is confined: a process that forks without
  // end takes the machine down.
  if (!confine_but_for(static_cast<const char*>(path), Bits::of_both)) return arena::kNotConfined;
  execv(static_cast<const char*>(path), arguments);
  return arena::kBadSetup;
}

} // namespace ulna
