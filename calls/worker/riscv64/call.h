// The watched call on 64-bit RISC-V: the one place where ulna's control passes to a port.
#pragma once

#include "calls/shared/watched_call.h"

#include <cstddef>
#include <cstdint>

namespace ulna {

/// What ulna_watched_call loads, and what it found on return. call.S knows the offsets.
struct alignas(16) WatchedCall {
  const void* function;
  uint64_t integers[8];       // a0 to a7
  uint64_t stack_integers[4]; // and on the stack
  uint64_t num_stack_integers;
  uint64_t returned; // a0
  uint64_t fcsr;     // before the call: its flags are sticky
  uint64_t fcsr_after;
  uint64_t stack_pointer;
  uint64_t stack_pointer_after;
  uint64_t scratch[6];       // t0 to t5; t6 holds the function
  uint64_t mark;             // what the words of the caller's frame hold
  uint64_t frame;            // bytes of the caller's frame: a multiple of 16
  uint64_t frame_after;      // changed words in it
  uint64_t below;            // what each word of the stack below the call holds
  uint64_t words_below;      // how many of them
  uint64_t saved[12];        // s0 to s11
  uint64_t saved_after[14];  // the same, gp and tp
  uint64_t floats[32];       // f0 to f31
  uint64_t floats_after[12]; // fs0 to fs11
  uint64_t gp, tp;           // before the call
  const void* vectors;       // v0 to v31, or null where the processor has none
  uint64_t vtype, vl, vxrm;  // before the call, where it has some
  uint64_t vstart_after;
  uint64_t own_frame; // of ulna_watched_call
  // make_watched_call alone knows these.
  uint32_t times;    // that the function is called
  uint64_t steps[8]; // by which the arguments in registers move on from one call to the next
};

static_assert(offsetof(WatchedCall, integers) == 8);
static_assert(offsetof(WatchedCall, stack_integers) == 72);
static_assert(offsetof(WatchedCall, num_stack_integers) == 104);
static_assert(offsetof(WatchedCall, returned) == 112);
static_assert(offsetof(WatchedCall, fcsr) == 120);
static_assert(offsetof(WatchedCall, fcsr_after) == 128);
static_assert(offsetof(WatchedCall, stack_pointer) == 136);
static_assert(offsetof(WatchedCall, stack_pointer_after) == 144);
static_assert(offsetof(WatchedCall, scratch) == 152);
static_assert(offsetof(WatchedCall, mark) == 200);
static_assert(offsetof(WatchedCall, frame) == 208);
static_assert(offsetof(WatchedCall, frame_after) == 216);
static_assert(offsetof(WatchedCall, below) == 224);
static_assert(offsetof(WatchedCall, words_below) == 232);
static_assert(offsetof(WatchedCall, saved) == 240);
static_assert(offsetof(WatchedCall, saved_after) == 336);
static_assert(offsetof(WatchedCall, floats) == 448);
static_assert(offsetof(WatchedCall, floats_after) == 704);
static_assert(offsetof(WatchedCall, gp) == 800);
static_assert(offsetof(WatchedCall, tp) == 808);
static_assert(offsetof(WatchedCall, vectors) == 816);
static_assert(offsetof(WatchedCall, vtype) == 824);
static_assert(offsetof(WatchedCall, vl) == 832);
static_assert(offsetof(WatchedCall, vxrm) == 840);
static_assert(offsetof(WatchedCall, vstart_after) == 848);
static_assert(offsetof(WatchedCall, own_frame) == 856);

} // namespace ulna
