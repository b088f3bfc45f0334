#include "certify/watch/worker/confine.h"

#include <seccomp.h>

#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <initializer_list>

namespace ulna {

bool confine() {
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  prctl(PR_SET_PDEATHSIG, SIGKILL);

  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  if (!filter) return false;
  bool ok = true;
  for (const int call :
       {SCMP_SYS(fork), SCMP_SYS(vfork), SCMP_SYS(execve), SCMP_SYS(execveat), SCMP_SYS(ptrace),
        SCMP_SYS(process_vm_writev), SCMP_SYS(pidfd_send_signal), SCMP_SYS(tkill)})
    ok = ok && seccomp_rule_add(filter, SCMP_ACT_TRAP, call, 0) == 0;
  // Threads are a port's own business. clone3 hides its flags from a filter, and without it the C
  // library falls back to clone.
  ok = ok && seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) == 0;
  ok = ok && seccomp_rule_add(filter, SCMP_ACT_TRAP, SCMP_SYS(clone), 1,
                              SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0)) == 0;
  const auto self = static_cast<scmp_datum_t>(getpid());
  for (const int call : {SCMP_SYS(kill), SCMP_SYS(tgkill)})
    ok = ok && seccomp_rule_add(filter, SCMP_ACT_TRAP, call, 1, SCMP_A0(SCMP_CMP_NE, self)) == 0;
  ok = ok && seccomp_load(filter) == 0;
  seccomp_release(filter);
  return ok;
}

} // namespace ulna
