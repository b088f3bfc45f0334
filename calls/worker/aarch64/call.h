// The watched call on AArch64: the one place where ulna's control passes to a port.
#pragma once

#include "calls/shared/watched_call.h"

#include <cstddef>
#include <cstdint>

namespace ulna {

/// What ulna_watched_call loads, and what it found on return. call.S knows the offsets.
struct alignas(16) WatchedCall {
  const void* function;
  uint64_t integers[8];       // x0 to x7
  uint64_t stack_integers[4]; // and on the stack
  uint64_t num_stack_integers;
  uint64_t returned; // x0
  uint64_t fpcr;     // before the call
  uint64_t fpcr_after;
  uint64_t fpsr; // before the call: its bits are sticky
  uint64_t nzcv; // before the call
  uint64_t stack_pointer;
  uint64_t stack_pointer_after;
  uint64_t scratch[10]; // x8 to x15, x17 and x18; x16 holds the function, as behind a linker's stub
  uint64_t mark;        // what the words of the caller's frame hold
  uint64_t frame;       // bytes of the caller's frame: a multiple of 16
  uint64_t frame_after; // changed words in it
  uint64_t below;       // what each word of the stack below the call holds
  uint64_t words_below; // how many of them: a multiple of four
  uint64_t saved[11];   // x19 to x29
  uint64_t saved_after[11];
  uint64_t vectors_after[8]; // d8 to d15
  const void* scalable;      // z0 to z31, or null where the processor has no SVE
  const void* predicates;    // p0 to p15, and FFR
  uint32_t vectors[32][4];   // v0 to v31
  uint64_t own_frame;        // of ulna_watched_call
  // make_watched_call alone knows these.
  uint32_t times;    // that the function is called
  uint64_t steps[8]; // by which the arguments in registers move on from one call to the next
};

static_assert(offsetof(WatchedCall, integers) == 8);
static_assert(offsetof(WatchedCall, stack_integers) == 72);
static_assert(offsetof(WatchedCall, num_stack_integers) == 104);
static_assert(offsetof(WatchedCall, returned) == 112);
static_assert(offsetof(WatchedCall, fpcr) == 120);
static_assert(offsetof(WatchedCall, fpcr_after) == 128);
static_assert(offsetof(WatchedCall, fpsr) == 136);
static_assert(offsetof(WatchedCall, nzcv) == 144);
static_assert(offsetof(WatchedCall, stack_pointer) == 152);
static_assert(offsetof(WatchedCall, stack_pointer_after) == 160);
static_assert(offsetof(WatchedCall, scratch) == 168);
static_assert(offsetof(WatchedCall, mark) == 248);
static_assert(offsetof(WatchedCall, frame) == 256);
static_assert(offsetof(WatchedCall, frame_after) == 264);
static_assert(offsetof(WatchedCall, below) == 272);
static_assert(offsetof(WatchedCall, words_below) == 280);
static_assert(offsetof(WatchedCall, saved) == 288);
static_assert(offsetof(WatchedCall, saved_after) == 376);
static_assert(offsetof(WatchedCall, vectors_after) == 464);
static_assert(offsetof(WatchedCall, scalable) == 528);
static_assert(offsetof(WatchedCall, predicates) == 536);
static_assert(offsetof(WatchedCall, vectors) == 544);
static_assert(offsetof(WatchedCall, own_frame) == 1056);

} // namespace ulna
