#include "calls/worker/x86/call.h"
#include "calls/worker/x86/registers.h"

namespace ulna {

void describe_fault(int signal, const siginfo_t* info, const void* context, arena::Fault& fault) {
  const mcontext_t& state = static_cast<const ucontext_t*>(context)->uc_mcontext;
  // Bit 1 of the page-fault error code says that it was a write, bit 4 that it was no data: a
  // jump to an unmapped address is not a read.
  const auto error = state.gregs[REG_ERR];
  fault.write = (error >> 1) & 1;
  fault.code = signal == SIGSEGV && ((error >> 4) & 1) ? SI_KERNEL : info->si_code;
  // A breakpoint is told of behind it.
  const bool behind = signal == SIGTRAP && info->si_code == SI_KERNEL;
  fault.instruction = instruction_pointer(state) - (behind ? 1 : 0);
  fault.from_stack = static_cast<int64_t>(fault.address - stack_pointer(state));
}

} // namespace ulna
