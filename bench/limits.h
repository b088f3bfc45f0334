// What this machine can do at most, measured on one core in the same run as the ports.
#pragma once

#include <cstddef>
#include <vector>

namespace benchmark {
class State;
}

namespace ulna::bench {

/// a[i] = b[i] + s * c[i] as McCalpin's STREAM has it, on arrays that take so many bytes in all,
/// with the widest vectors of this CPU.
class Triad {
public:
  explicit Triad(size_t working_set);
  void run(benchmark::State& state);
  /// What an iteration moves: the words that are read and written, and if asked those that are read
  /// because they are to be written.
  double bytes(bool whole_lines) const;

private:
  std::vector<float> a_, b_, c_;
};

/// Multiplications and additions that nothing waits for, fused where the CPU does that.
void run_peak(benchmark::State& state);
double peak_flops(); ///< of an iteration

/// Multiplications of integers, each of which waits for the one before: three cycles each on every
/// x86-64 of the last fifteen years.
void run_clock(benchmark::State& state);
double clock_cycles(); ///< of an iteration

} // namespace ulna::bench
