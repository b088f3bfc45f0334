// How long calls take on the clock on the wall, which is what more threads are to shorten.
#pragma once

#include "bench/speed.h"

#include <functional>
#include <vector>

namespace ulna::bench {

struct WallTime {
  double seconds = 0; ///< of a call: the median
  double fastest = 0; ///< of all repetitions
};

/// Several ways to do the same, in the order given. Each repetition measures all of them, in random
/// order, and calls each as often as takes effort.seconds.
std::vector<WallTime> wall_times(const std::vector<std::function<void()>>& ways,
                                 const Effort& effort);

} // namespace ulna::bench
