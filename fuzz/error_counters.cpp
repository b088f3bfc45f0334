#include "fuzz/error_counters.h"

#include "cases/operation.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>

namespace ulna::fuzz {
namespace {

constexpr int kFinePerOctave = 128;
constexpr int kCoarsePerOctave = 8;
constexpr double kFineFrom = -3; // log2 of the fraction
constexpr double kFineTo = 2.5;
constexpr int kCoarseSteps = 127;

static_assert(1 + kCoarseSteps + kFinePerOctave * (kFineTo - kFineFrom) == kErrorSteps);

// libFuzzer takes a count from each of these ranges for a feature of its own. One counter tells
// eight steps apart by them: all counters are cleared and read in every execution, which took a
// tenth of its time when each step had a counter of its own.
constexpr uint8_t kCounts[] = {1, 2, 3, 4, 8, 16, 32, 128};
constexpr size_t kStepsPerCounter = std::size(kCounts);
constexpr size_t kCounters = kErrorSteps / kStepsPerCounter; // of one quantity of one port
static_assert(kErrorSteps % kStepsPerCounter == 0);

// libFuzzer finds the array by the name of its section. Nothing here reads it: `volatile` keeps the
// writes, `used` and `retain` keep compiler and linker from dropping the array.
alignas(64)
    __attribute__((section("__libfuzzer_extra_counters"), used,
                   retain)) volatile uint8_t counters[kMaxPorts * kMaxQuantities * kCounters];

} // namespace

size_t error_step(double fraction) {
  if (fraction <= 0) return 0;
  const double log = std::log2(fraction);
  if (!(log < kFineTo)) return kErrorSteps - 1;
  if (log >= kFineFrom)
    return size_t(1 + kCoarseSteps) + size_t((log - kFineFrom) * kFinePerOctave);
  const double coarse = kCoarseSteps + (log - kFineFrom) * kCoarsePerOctave;
  return 1 + size_t(std::max(coarse, 0.0));
}

void count_error(size_t port, size_t quantity, double fraction) {
  const size_t step = error_step(fraction);
  if (step == 0) return;
  const size_t first = (port * kMaxQuantities + quantity) * kCounters;
  counters[first + step / kStepsPerCounter] = kCounts[step % kStepsPerCounter];
}

} // namespace ulna::fuzz
