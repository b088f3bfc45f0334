// The steps of errors that the fuzzer climbs: one after the other, and finer than factors of two.
#include "fuzz/error_counters.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace ulna::fuzz {
namespace {

constexpr double kLast = 5.6; // just below what the last step takes in

/// Calls visit(fraction) from the first fraction up to the last, by so many to a factor of two.
template <class Visit>
void sweep(double first, double last, int per_octave, Visit visit) {
  for (int i = 0;; ++i) {
    const double fraction = first * std::exp2(double(i) / per_octave);
    if (fraction > last) return;
    visit(fraction);
  }
}

TEST(ErrorStep, LargerErrorsAreNoEarlierSteps) {
  size_t before = 0;
  sweep(1e-12, 1e12, 4096, [&](double fraction) {
    const size_t step = error_step(fraction);
    ASSERT_LE(before, step) << fraction;
    before = step;
  });
}

TEST(ErrorStep, IsBelowTheNumberOfSteps) {
  sweep(1e-300, 1e300, 64, [](double fraction) {
    ASSERT_GT(error_step(fraction), 0u) << fraction;
    ASSERT_LT(error_step(fraction), kErrorSteps) << fraction;
  });
}

// A step of a tenth of a factor of two is another step, wherever it begins.
TEST(ErrorStep, IsFinerThanAFactorOfTwoFromAnEighthUp) {
  const double tenth = std::exp2(0.1);
  sweep(0.125, kLast / tenth, 1024, [&](double fraction) {
    ASSERT_LT(error_step(fraction), error_step(fraction * tenth)) << fraction;
  });
}

TEST(ErrorStep, TellsFactorsOfTwoApartBelowAnEighth) {
  sweep(0x1p-18, 0.0625, 1024, [](double fraction) {
    ASSERT_LT(error_step(fraction), error_step(2 * fraction)) << fraction;
  });
}

// No step is left out, so that none of the counters is there for nothing.
TEST(ErrorStep, TakesEveryStep) {
  size_t before = 0;
  sweep(0x1p-30, 16, 4096, [&](double fraction) {
    const size_t step = error_step(fraction);
    ASSERT_LE(step, before + 1) << fraction;
    before = step;
  });
  EXPECT_EQ(before, kErrorSteps - 1);
}

TEST(ErrorStep, IsNoneWhereThereIsNoError) {
  EXPECT_EQ(error_step(0), 0u);
  EXPECT_EQ(error_step(-0.0), 0u);
}

TEST(ErrorStep, IsTheLastForNanAndInfinity) {
  EXPECT_EQ(error_step(std::numeric_limits<double>::quiet_NaN()), kErrorSteps - 1);
  EXPECT_EQ(error_step(std::numeric_limits<double>::infinity()), kErrorSteps - 1);
}

} // namespace
} // namespace ulna::fuzz
