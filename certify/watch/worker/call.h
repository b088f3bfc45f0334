// The watched call: the one place where ulna's control passes to a port.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ulna {

/// What ulna_watched_call loads, and what it found on return. call.asm knows the offsets.
struct WatchedCall {
  const void* function;
  uint64_t integers[6];       // the arguments in registers
  uint64_t stack_integers[6]; // and on the stack
  uint64_t num_stack_integers;
  uint64_t returned; // rax
  alignas(16) float xmm0[4];
  uint32_t mxcsr; // before the call
  uint32_t mxcsr_after;
  uint64_t stack_pointer;
  uint64_t stack_pointer_after;
  uint64_t flags_after;
  uint64_t registers_after[6]; // rbx, rbp, r12, r13, r14, r15
  uint8_t x87_after[32];       // as fnstenv stores it
  uint64_t frame_after;        // changed words in the caller's frame
};

static_assert(offsetof(WatchedCall, integers) == 8);
static_assert(offsetof(WatchedCall, stack_integers) == 56);
static_assert(offsetof(WatchedCall, num_stack_integers) == 104);
static_assert(offsetof(WatchedCall, returned) == 112);
static_assert(offsetof(WatchedCall, xmm0) == 128);
static_assert(offsetof(WatchedCall, mxcsr) == 144);
static_assert(offsetof(WatchedCall, mxcsr_after) == 148);
static_assert(offsetof(WatchedCall, stack_pointer) == 152);
static_assert(offsetof(WatchedCall, stack_pointer_after) == 160);
static_assert(offsetof(WatchedCall, flags_after) == 168);
static_assert(offsetof(WatchedCall, registers_after) == 176);
static_assert(offsetof(WatchedCall, x87_after) == 224);
static_assert(offsetof(WatchedCall, frame_after) == 256);

/// What the callee-saved registers hold when the port is entered: register i holds this plus i.
inline constexpr uint64_t kRegisterMark = 0xc0ffee5a17ed0000;

/// Calls the function with System V arguments, in the default environment but for MXCSR. On return
/// the environment is the default one whatever the port left, and the caller's registers and stack
/// are its own again, even if the port came back with another stack pointer.
extern "C" void ulna_watched_call(WatchedCall* call);

} // namespace ulna
