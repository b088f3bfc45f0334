// The watched call: the one place where ulna's control passes to a port.
#pragma once

#include "calls/shared/watched_call.h"

#include <cstddef>
#include <cstdint>

namespace ulna {

/// What ulna_watched_call loads, and what it found on return. call.asm knows the offsets.
struct alignas(64) WatchedCall {
  const void* function;
  uint32_t integers[arena::kMaxArguments]; // the arguments as they lie on the stack, floats, too
  uint32_t num_integers;
  uint32_t returned; // eax
  uint32_t mxcsr;    // before the call
  uint32_t mxcsr_after;
  uint32_t stack_pointer;
  uint32_t stack_pointer_after;
  uint32_t flags; // before the call
  uint32_t flags_after;
  uint32_t scratch[3];         // eax, ecx, edx
  uint32_t mark;               // what the words of the caller's frame hold
  uint32_t registers_after[4]; // ebx, esi, edi, ebp
  uint8_t x87_after[28];       // as fnstenv stores it
  uint32_t frame_after;        // changed words in the caller's frame
  uint32_t below;              // what each word of the stack below the call holds
  uint32_t words_below;        // how many of them
  uint32_t vector_bytes;       // of a vector register of this processor: 16, 32 or 64
  uint32_t frame;              // bytes of the caller's frame: a multiple of 16
  uint32_t saved[4]; // what the callee-saved registers hold, in the order of registers_after
  alignas(8) uint64_t masks[8];        // k0 to k7, where vectors have 64 bytes
  uint8_t x87[28];                     // the environment of the x87 unit, as fldenv loads it
  alignas(64) uint32_t vectors[8][16]; // zmm0 to zmm7, or as much of them as there is
  // make_watched_call alone knows these.
  uint32_t times;                       // that the function is called
  uint32_t steps[arena::kMaxArguments]; // by which the arguments move on from a call to the next
};

static_assert(offsetof(WatchedCall, integers) == 4);
static_assert(offsetof(WatchedCall, num_integers) == 52);
static_assert(offsetof(WatchedCall, returned) == 56);
static_assert(offsetof(WatchedCall, mxcsr) == 60);
static_assert(offsetof(WatchedCall, mxcsr_after) == 64);
static_assert(offsetof(WatchedCall, stack_pointer) == 68);
static_assert(offsetof(WatchedCall, stack_pointer_after) == 72);
static_assert(offsetof(WatchedCall, flags) == 76);
static_assert(offsetof(WatchedCall, flags_after) == 80);
static_assert(offsetof(WatchedCall, scratch) == 84);
static_assert(offsetof(WatchedCall, mark) == 96);
static_assert(offsetof(WatchedCall, registers_after) == 100);
static_assert(offsetof(WatchedCall, x87_after) == 116);
static_assert(offsetof(WatchedCall, frame_after) == 144);
static_assert(offsetof(WatchedCall, below) == 148);
static_assert(offsetof(WatchedCall, words_below) == 152);
static_assert(offsetof(WatchedCall, vector_bytes) == 156);
static_assert(offsetof(WatchedCall, frame) == 160);
static_assert(offsetof(WatchedCall, saved) == 164);
static_assert(offsetof(WatchedCall, masks) == 184);
static_assert(offsetof(WatchedCall, x87) == 248);
static_assert(offsetof(WatchedCall, vectors) == 320);

/// Puts the arguments where System V has them: in the order of their declaration, a word each.
inline void place_own_arguments(const arena::Call& call, WatchedCall& watched) {
  using Argument = arena::Call::Argument;
  for (size_t i = 0; i < call.num_arguments; ++i) {
    const Argument& argument = call.arguments[i];
    const bool is_value = argument.array == Argument::kInteger || argument.array == Argument::kReal;
    const uint64_t word =
        is_value ? argument.value
        : argument.array == Argument::kNull
            ? 0
            : arena::guarded_address(call, size_t(argument.array)) + argument.value;
    watched.integers[i] = static_cast<uint32_t>(word);
    watched.steps[i] = argument.step;
  }
  watched.num_integers = call.num_arguments;
  watched.times = call.times;
}

/// Fills registers that hold nothing of the call's by what `next` gives.
template <class NextWord, class Next>
void fill_undefined(WatchedCall& call, const NextWord& next_word, const Next& next) {
  for (uint64_t& x : call.masks) x = next();
  for (uint32_t& x : call.scratch) x = next_word();
}

} // namespace ulna
