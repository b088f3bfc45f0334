#include "calls/worker/aarch64/access.h"
#include "calls/worker/aarch64/call.h"

#include <signal.h>
#include <ucontext.h>

#include <cstring>

namespace ulna {

void describe_fault(int signal, const siginfo_t* info, const void* context, arena::Fault& fault) {
  const mcontext_t& state = static_cast<const ucontext_t*>(context)->uc_mcontext;
  fault.code = info->si_code;
  fault.instruction = state.pc;
  fault.from_stack = static_cast<int64_t>(fault.address - state.sp);
  if (signal != SIGSEGV && signal != SIGBUS) return;
  // A jump to an unmapped address is not a read.
  if (fault.address == state.pc) {
    fault.code = SI_KERNEL;
    return;
  }
  // Emulators leave out the register that says so: the instruction itself does.
  uint32_t instruction;
  std::memcpy(&instruction, reinterpret_cast<const void*>(state.pc), sizeof instruction);
  fault.write = stores(instruction);
}

} // namespace ulna
