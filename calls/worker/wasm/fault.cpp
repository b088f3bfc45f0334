#include "calls/worker/wasm/engine.h"

#include "calls/shared/watched_call.h"
#if defined(__aarch64__)
#include "calls/worker/aarch64/access.h"
#endif

#include <signal.h>
#include <ucontext.h>

#include <cstring>

namespace ulna {

namespace {

/// Whether what the engine made of the module stored there.
bool is_write(const mcontext_t& state) {
#if defined(__aarch64__)
  uint32_t instruction;
  std::memcpy(&instruction, reinterpret_cast<const void*>(state.pc), sizeof instruction);
  return stores(instruction);
#else
  return (state.gregs[REG_ERR] >> 1) & 1;
#endif
}

} // namespace

/// An address is the module's, unless it is none of its memory.
void describe_fault(int, const siginfo_t* info, const void* context, arena::Fault& fault) {
  fault.code = info->si_code;
  fault.write = is_write(static_cast<const ucontext_t*>(context)->uc_mcontext);
  fault.from_stack = INT64_MAX;
  const auto begin = reinterpret_cast<uintptr_t>(wasm::memory());
  constexpr uint64_t kMost = uint64_t{8} << 30; // an address and an offset in the instruction
  if (begin != 0 && fault.address - begin < kMost) fault.address -= begin;
}

} // namespace ulna
