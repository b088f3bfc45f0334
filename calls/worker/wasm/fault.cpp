#include "calls/worker/wasm/engine.h"

#include "calls/shared/watched_call.h"

#include <signal.h>
#include <ucontext.h>

namespace ulna {

/// The engine's code runs on x86-64. An address is the module's, unless it is none of its memory.
void describe_fault(int, const siginfo_t* info, const void* context, arena::Fault& fault) {
  const mcontext_t& state = static_cast<const ucontext_t*>(context)->uc_mcontext;
  fault.code = info->si_code;
  fault.write = (state.gregs[REG_ERR] >> 1) & 1;
  fault.from_stack = INT64_MAX;
  const auto begin = reinterpret_cast<uintptr_t>(wasm::memory());
  constexpr uint64_t kMost = uint64_t{8} << 30; // an address and an offset in the instruction
  if (begin != 0 && fault.address - begin < kMost) fault.address -= begin;
}

} // namespace ulna
