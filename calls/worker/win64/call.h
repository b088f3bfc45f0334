// The watched call: the one place where ulna's control passes to a port.
#pragma once

#include "calls/shared/make_call.h"
#include "calls/shared/watched_call.h"

#include <cstddef>
#include <cstdint>

namespace ulna {

/// What ulna_watched_call loads, and what it found on return. call.asm knows the offsets.
struct alignas(64) WatchedCall {
  const void* function;
  uint64_t integers[arena::kMaxArguments]; // the arguments: in rcx, rdx, r8, r9, and on the stack
  uint64_t num_integers;
  uint64_t returned; // rax
  uint32_t mxcsr;    // before the call
  uint32_t mxcsr_after;
  uint64_t stack_pointer;
  uint64_t stack_pointer_after;
  uint64_t flags; // before the call
  uint64_t flags_after;
  uint64_t scratch[3];         // rax, r10, r11
  uint64_t mark;               // what the words of the caller's frame hold
  uint64_t registers_after[8]; // rbx, rbp, rdi, rsi, r12, r13, r14, r15
  uint8_t x87_after[32];       // as fnstenv stores it
  uint64_t frame_after;        // changed words in the caller's frame
  uint64_t below;              // what each word of the stack below the call holds
  uint64_t words_below;        // how many of them
  uint64_t vector_bytes;       // of a vector register of this processor: 16, 32 or 64
  uint64_t frame;              // bytes of the caller's frame: a multiple of 16
  uint64_t saved[8];           // what the callee-saved registers hold, as in registers_after
  uint64_t home[4];            // the space that the caller leaves for the first four arguments
  uint64_t masks[8];           // k0 to k7, where vectors have 64 bytes
  uint8_t x87[28];             // the environment of the x87 unit, as fldenv loads it
  alignas(64) uint32_t vectors[32][16]; // zmm0 to zmm31, or as much of them as there is
  uint32_t vectors_after[10][4];        // xmm6 to xmm15
  // make_watched_call alone knows these.
  uint32_t times;                       // that the function is called
  uint64_t steps[arena::kMaxArguments]; // by which the arguments move on from a call to the next
};

static_assert(offsetof(WatchedCall, integers) == 8);
static_assert(offsetof(WatchedCall, num_integers) == 104);
static_assert(offsetof(WatchedCall, returned) == 112);
static_assert(offsetof(WatchedCall, mxcsr) == 120);
static_assert(offsetof(WatchedCall, mxcsr_after) == 124);
static_assert(offsetof(WatchedCall, stack_pointer) == 128);
static_assert(offsetof(WatchedCall, stack_pointer_after) == 136);
static_assert(offsetof(WatchedCall, flags) == 144);
static_assert(offsetof(WatchedCall, flags_after) == 152);
static_assert(offsetof(WatchedCall, scratch) == 160);
static_assert(offsetof(WatchedCall, mark) == 184);
static_assert(offsetof(WatchedCall, registers_after) == 192);
static_assert(offsetof(WatchedCall, x87_after) == 256);
static_assert(offsetof(WatchedCall, frame_after) == 288);
static_assert(offsetof(WatchedCall, below) == 296);
static_assert(offsetof(WatchedCall, words_below) == 304);
static_assert(offsetof(WatchedCall, vector_bytes) == 312);
static_assert(offsetof(WatchedCall, frame) == 320);
static_assert(offsetof(WatchedCall, saved) == 328);
static_assert(offsetof(WatchedCall, home) == 392);
static_assert(offsetof(WatchedCall, masks) == 424);
static_assert(offsetof(WatchedCall, x87) == 488);
static_assert(offsetof(WatchedCall, vectors) == 576);
static_assert(offsetof(WatchedCall, vectors_after) == 2624);

/// Puts the arguments where Windows has them: the place of each is that of its declaration, and one
/// of the first four is in a general register or, a float, in the vector register of that number.
inline void place_own_arguments(const arena::Call& call, WatchedCall& watched) {
  using Argument = arena::Call::Argument;
  constexpr size_t kInRegisters = 4;
  for (size_t i = 0; i < call.num_arguments; ++i) {
    const Argument& argument = call.arguments[i];
    const auto bits = static_cast<uint32_t>(argument.value);
    uint64_t& word = watched.integers[i];
    if (argument.array == Argument::kReal && i < kInRegisters)
      watched.vectors[i][0] = bits;
    else if (argument.array == Argument::kReal || argument.array == Argument::kInteger)
      word = with_any_upper_half(word, bits);
    else if (argument.array == Argument::kNull)
      word = 0;
    else
      word = arena::guarded_address(call, size_t(argument.array)) + argument.value;
    watched.steps[i] = argument.step;
  }
  watched.num_integers = call.num_arguments;
  watched.times = call.times;
}

/// Fills registers that carry no argument, and the home space, by what `next` gives.
template <class NextWord, class Next>
void fill_undefined(WatchedCall& call, const NextWord&, const Next& next) {
  for (uint64_t& x : call.integers) x = next();
  for (uint64_t& x : call.home) x = next();
  for (uint64_t& x : call.masks) x = next();
  for (uint64_t& x : call.scratch) x = next();
}

} // namespace ulna
