#include "calls/worker/x86_64/call.h"

#include <ucontext.h>

namespace ulna {

void describe_fault(int signal, const siginfo_t* info, const void* context, arena::Fault& fault) {
  const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs;
  // Bit 1 of the page-fault error code says that it was a write, bit 4 that it was no data: who
  // jumps to nowhere has read nothing.
  const greg_t error = registers[REG_ERR];
  fault.write = (error >> 1) & 1;
  fault.code = signal == SIGSEGV && ((error >> 4) & 1) ? SI_KERNEL : info->si_code;
  fault.from_stack = static_cast<int64_t>(fault.address) - registers[REG_RSP];
}

} // namespace ulna
