// What the compiler must not do to the judge, and has done.
#include <gtest/gtest.h>

namespace ulna {
namespace {

struct Pair {
  long first, second;
};

struct Whole {
  long number;
  Pair part;
};

[[gnu::noinline]] Pair fails_of_large(long number) {
  if (number > 3) throw 1;
  return {number, number};
}

/// Leaves something on the stack that is no zero.
[[gnu::noinline]] void soil_stack() {
  volatile long soil[64];
  for (volatile long& word : soil) word = 384;
}

[[gnu::noinline]] void expect_part(const Whole& whole, long first, long second) {
  EXPECT_EQ(whole.part.first, first);
  EXPECT_EQ(whole.part.second, second);
}

[[gnu::noinline]] void assign_what_fails(long number) {
  Whole whole{number, {}};
  try {
    whole.part = fails_of_large(number);
  } catch (int) {
  }
  expect_part(whole, 0, 0);
}

// GCC 12 leaves it undefined: the reader of a malformed port crashed.
TEST(Compiler, KeepsWhatAnAssignmentThatThrowsWasToReplace) {
  soil_stack();
  assign_what_fails(5);
}

} // namespace
} // namespace ulna
