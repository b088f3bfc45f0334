// How fast ports are, by Google Benchmark, and what the machine could do at the same time.
#pragma once

#include "bench/libraries.h"
#include "bench/work.h"

namespace ulna::bench {

struct Effort {
  int repetitions = 9;
  double seconds = 0.02; ///< of each repetition, at least
};

struct Speed {
  size_t library;         ///< as load_all counts
  double nanoseconds = 0; ///< of processor time for an element: the median
  double fastest = 0;     ///< of all repetitions
  double spread = 0;      ///< half of what the middle half of them differ by, as part of the median
};

/// One operation on so many elements: all ports, and the limits, in one run in random order.
struct Group {
  const Operation* operation = nullptr;
  size_t elements = 0;
  size_t working_set = 0; ///< bytes
  Level level{};          ///< that it fits into
  double clock = 0;       ///< cycles of the core in a nanosecond
  double bandwidth = 0;   ///< bytes in a nanosecond, of a triad on as large a working set
  double peak = 0;        ///< flops in a nanosecond
  std::vector<Speed> speeds = {};

  const Speed* of(size_t library) const;
  /// What no element can be faster than, in nanoseconds.
  double memory_limit() const { return least_cost(*operation, level).bytes / bandwidth; }
  double arithmetic_limit() const { return least_cost(*operation, level).flops / peak; }
};

/// Measures the libraries, by their number in `all`. Once before the first call,
/// initialise_benchmarks().
Group measure(const Operation& op, size_t elements, const std::vector<Library>& all,
              const std::vector<size_t>& libraries, const Caches& caches, const Effort& effort);

/// What Google Benchmark needs to be told: no output, random order.
void initialise_benchmarks();

} // namespace ulna::bench
