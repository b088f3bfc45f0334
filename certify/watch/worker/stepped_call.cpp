#include "certify/watch/worker/stepped_call.h"

#include <ucontext.h>

namespace ulna {

extern "C" const char ulna_watched_return[]; // in call.asm: where the port returns to

namespace {

constexpr uint64_t kTrapFlag = 0x100;
constexpr uint64_t kMostSteps = 20'000; // each costs microseconds
/// Odd: a byte comes round after 256 steps, later than any store follows its load.
constexpr uint8_t kChange = 0x9d;

struct Steps {
  std::span<const std::span<std::byte>> bytes;
  uint64_t count = 0;

  void add(uint8_t change) const {
    for (const std::span<std::byte> range : bytes)
      for (std::byte& b : range) b = static_cast<std::byte>(static_cast<uint8_t>(b) + change);
  }
};

thread_local Steps* current = nullptr; // a thread that the port starts steps no bytes

} // namespace

void call_stepped(WatchedCall& call, std::span<const std::span<std::byte>> bytes) {
  Steps steps{bytes};
  current = &steps;
  call.flags |= kTrapFlag;
  ulna_watched_call(&call);
  current = nullptr;
  steps.add(static_cast<uint8_t>(-(steps.count * kChange)));
}

bool pass_step(int signal, const siginfo_t* info, void* context) {
  // Not int3. Virtual machines do not always say that it was a step.
  const bool trapped =
      info->si_code == TRAP_TRACE || info->si_code == TRAP_BRKPT || info->si_code == TRAP_HWBKPT;
  if (signal != SIGTRAP || !trapped) return false;
  auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  const bool back = registers[REG_RIP] == reinterpret_cast<greg_t>(ulna_watched_return);
  if (!current || back || current->count == kMostSteps) {
    registers[REG_EFL] &= ~static_cast<greg_t>(kTrapFlag);
    return true;
  }
  current->add(kChange);
  ++current->count;
  return true;
}

} // namespace ulna
