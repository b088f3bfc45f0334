// Calls that are made one instruction at a time: the processor traps behind each while a flag is
// set.
#pragma once

#include "calls/worker/x86/registers.h"

#include <signal.h>

namespace ulna {

extern "C" const char ulna_watched_return[]; // in call.asm: where the port returns to

inline constexpr uint32_t kTrapFlag = 0x100;

/// From the next instruction on, or no longer.
inline void step_on(mcontext_t& state, bool on) {
  constexpr auto kFlag = static_cast<greg_t>(kTrapFlag);
  greg_t& flags = state.gregs[REG_EFL];
  flags = on ? flags | kFlag : flags & ~kFlag;
}

/// Whether the signal is that of a step, and not of int3. Virtual machines do not always say so.
inline bool is_trap(int signal, const siginfo_t* info) {
  return signal == SIGTRAP && (info->si_code == TRAP_TRACE || info->si_code == TRAP_BRKPT ||
                               info->si_code == TRAP_HWBKPT);
}

/// Whether the port has returned.
inline bool is_back(const mcontext_t& state) {
  return instruction_pointer(state) == reinterpret_cast<uintptr_t>(ulna_watched_return);
}

} // namespace ulna
