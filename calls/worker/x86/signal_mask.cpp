#include "calls/worker/x86/signal_mask.h"

#include <signal.h>
#include <sys/syscall.h>

#include <cstring>

namespace ulna {
namespace {

#if defined(__x86_64__)
constexpr int kCall = REG_RAX, kHow = REG_RDI, kSet = REG_RSI, kSize = REG_R10;
#else
constexpr int kCall = REG_EAX, kHow = REG_EBX, kSet = REG_ECX, kSize = REG_ESI;
#endif

thread_local uint64_t replaced = 0; // the kernel's set of signals
thread_local greg_t ports_own = 0;  // what the register held; 0: nothing is replaced

bool is_system_call(uintptr_t address) {
  const auto* at = reinterpret_cast<const uint8_t*>(address);
  return (at[0] == 0x0f && (at[1] == 0x05 || at[1] == 0x34)) || (at[0] == 0xcd && at[1] == 0x80);
}

constexpr uint64_t bit_of(int signal) {
  return uint64_t{1} << (signal - 1);
}

} // namespace

void keep_traps_unblocked(mcontext_t& state) {
  greg_t& set = state.gregs[kSet];
  if (state.gregs[kCall] != SYS_rt_sigprocmask || state.gregs[kHow] == SIG_UNBLOCK || set == 0 ||
      state.gregs[kSize] != sizeof replaced || !is_system_call(instruction_pointer(state)))
    return;
  std::memcpy(&replaced, reinterpret_cast<const void*>(set), sizeof replaced);
  replaced &= ~(bit_of(SIGTRAP) | bit_of(SIGSEGV));
  ports_own = set;
  set = reinterpret_cast<greg_t>(&replaced);
}

void undo_unblocking(mcontext_t& state) {
  if (ports_own == 0) return;
  state.gregs[kSet] = ports_own;
  ports_own = 0;
}

} // namespace ulna
