// Registers of x86, and those of them that the handler of a signal is given.
#pragma once

#include <ucontext.h>

#include <cstdint>

namespace ulna {

#if defined(__x86_64__)
inline constexpr int kInstructionPointer = REG_RIP, kStackPointer = REG_RSP;
#else
inline constexpr int kInstructionPointer = REG_EIP, kStackPointer = REG_ESP;
#endif

/// CF, PF, AF, ZF, SF and OF, which hold anything before a call and behind it.
inline constexpr uint32_t kArithmeticFlags = 0x8d5;

inline uintptr_t instruction_pointer(const mcontext_t& state) {
  return static_cast<uintptr_t>(state.gregs[kInstructionPointer]);
}
inline uintptr_t stack_pointer(const mcontext_t& state) {
  return static_cast<uintptr_t>(state.gregs[kStackPointer]);
}

} // namespace ulna
