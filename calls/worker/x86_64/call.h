// The watched call: the one place where ulna's control passes to a port.
#pragma once

#include "calls/shared/make_call.h"
#include "calls/shared/watched_call.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace ulna {

/// What ulna_watched_call loads, and what it found on return. call.asm knows the offsets.
struct alignas(64) WatchedCall {
  const void* function;
  uint64_t integers[6];       // the arguments in registers
  uint64_t stack_integers[6]; // and on the stack
  uint64_t num_stack_integers;
  uint64_t returned; // rax
  uint32_t mxcsr;    // before the call
  uint32_t mxcsr_after;
  uint64_t stack_pointer;
  uint64_t stack_pointer_after;
  uint64_t flags; // before the call
  uint64_t flags_after;
  uint64_t scratch[3];         // rax, r10, r11
  uint64_t mark;               // what the words of the caller's frame hold
  uint64_t registers_after[6]; // rbx, rbp, r12, r13, r14, r15
  uint8_t x87_after[32];       // as fnstenv stores it
  uint64_t frame_after;        // changed words in the caller's frame
  uint64_t below;              // what each word of the stack below the call holds
  uint64_t words_below;        // how many of them
  uint64_t vector_bytes;       // of a vector register of this processor: 16, 32 or 64
  uint64_t masks[8];           // k0 to k7, where vectors have 64 bytes
  uint64_t frame;              // bytes of the caller's frame: a multiple of 16
  uint64_t saved[6]; // what the callee-saved registers hold, in the order of registers_after
  uint8_t x87[28];   // the environment of the x87 unit, as fldenv loads it
  alignas(64) uint32_t vectors[32][16]; // zmm0 to zmm31, or as much of them as there is
  // make_watched_call alone knows these.
  uint32_t times;    // that the function is called
  uint64_t steps[6]; // by which the arguments in registers move on from one call to the next
};

static_assert(offsetof(WatchedCall, integers) == 8);
static_assert(offsetof(WatchedCall, stack_integers) == 56);
static_assert(offsetof(WatchedCall, num_stack_integers) == 104);
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
static_assert(offsetof(WatchedCall, x87_after) == 240);
static_assert(offsetof(WatchedCall, frame_after) == 272);
static_assert(offsetof(WatchedCall, below) == 280);
static_assert(offsetof(WatchedCall, words_below) == 288);
static_assert(offsetof(WatchedCall, vector_bytes) == 296);
static_assert(offsetof(WatchedCall, masks) == 304);
static_assert(offsetof(WatchedCall, frame) == 368);
static_assert(offsetof(WatchedCall, saved) == 376);
static_assert(offsetof(WatchedCall, x87) == 424);
static_assert(offsetof(WatchedCall, vectors) == 512);

/// Puts the arguments where System V has them.
inline void place_own_arguments(const arena::Call& call, WatchedCall& watched) {
  const auto place_real = [&](uint32_t bits) {
    std::memcpy(watched.vectors, &bits, sizeof bits); // the lowest lane of xmm0
  };
  place_arguments(call, watched, place_real, with_any_upper_half);
}

/// Fills general registers that carry no argument, and masks, by what `next` gives.
template <class NextWord, class Next>
void fill_undefined(WatchedCall& call, const NextWord&, const Next& next) {
  for (uint64_t& x : call.integers) x = next();
  for (uint64_t& x : call.stack_integers) x = next();
  for (uint64_t& x : call.masks) x = next();
  for (uint64_t& x : call.scratch) x = next();
}

} // namespace ulna
