// The caller's frame is the caller's: a port that writes any word of it is told, and how many.
#include "calls/shared/watched_call.h"
#include "calls/worker/x86_64/call.h"

#include <gtest/gtest.h>

#include <cstring>

namespace ulna {
namespace {

/// Turns the lowest bit of so many words, from a distance to the stack pointer at entry.
__attribute__((naked)) void turn_bits() {
  asm("1: test %rsi, %rsi\n"
      "jz 2f\n"
      "xorq $1, (%rsp, %rdi)\n"
      "add $8, %rdi\n"
      "dec %rsi\n"
      "jmp 1b\n"
      "2: ret\n");
}

/// How many words of the frame are found changed, of a call with so many arguments on the stack.
uint64_t found(uint64_t stack_arguments, uint64_t first, uint64_t words, Leftovers leftovers) {
  WatchedCall call;
  leave(leftovers, call);
  const auto function = turn_bits;
  std::memcpy(&call.function, &function, sizeof call.function);
  call.num_stack_integers = stack_arguments;
  call.integers[0] = first;
  call.integers[1] = words;
  ulna_watched_call(&call);
  return call.frame_after;
}

uint64_t frame_of(Leftovers leftovers) {
  WatchedCall call;
  leave(leftovers, call);
  return call.frame;
}

TEST(CallerFrame, HoldsWhatItHeldWhereNothingIsWritten) {
  for (unsigned i = 0; i < kNumLeftovers; ++i) EXPECT_EQ(found(0, 0, 0, Leftovers(i)), 0) << i;
}

TEST(CallerFrame, ShowsEachWordThatIsWritten) {
  constexpr uint64_t kReturnAddress = 8;
  for (const uint64_t arguments : {0, 1, 2, 3})
    for (const Leftovers leftovers : {Leftovers::zeros, Leftovers::ones, Leftovers::large}) {
      const uint64_t begin = kReturnAddress + 8 * arguments;
      const uint64_t words = frame_of(leftovers) / 8 + arguments % 2; // aligned at 16 bytes
      for (uint64_t i = 0; i < words; ++i)
        ASSERT_EQ(found(arguments, begin + 8 * i, 1, leftovers), 1) << i << " of " << words;
      EXPECT_EQ(found(arguments, begin, words, leftovers), words);
    }
}

TEST(CallerFrame, LeavesArgumentsOnTheStackToThePort) {
  EXPECT_EQ(found(3, 8, 3, Leftovers::zeros), 0);
}

} // namespace
} // namespace ulna
