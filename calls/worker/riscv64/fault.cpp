#include "calls/worker/riscv64/access.h"
#include "calls/worker/riscv64/call.h"

#include <signal.h>
#include <ucontext.h>

#include <cstring>

namespace ulna {

void describe_fault(int signal, const siginfo_t* info, const void* context, arena::Fault& fault) {
  const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext.__gregs;
  const uint64_t at = registers[REG_PC];
  fault.code = info->si_code;
  fault.instruction = at;
  fault.from_stack = static_cast<int64_t>(fault.address - registers[REG_SP]);
  if (signal != SIGSEGV && signal != SIGBUS) return;
  // A jump to an unmapped address is not a read.
  if (fault.address - at < sizeof(uint32_t)) {
    fault.code = SI_KERNEL;
    return;
  }
  uint16_t halves[2]{}; // one may be the last of its page
  std::memcpy(halves, reinterpret_cast<const void*>(at), sizeof halves[0]);
  constexpr uint16_t kLong = 3;
  if ((halves[0] & kLong) == kLong)
    std::memcpy(halves + 1, reinterpret_cast<const void*>(at + sizeof halves[0]), sizeof halves[1]);
  fault.write = stores(uint32_t{halves[1]} << 16 | halves[0]);
}

} // namespace ulna
