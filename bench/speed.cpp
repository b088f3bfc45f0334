#include "bench/speed.h"

#include "base/error.h"
#include "bench/limits.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <xmmintrin.h>

namespace ulna::bench {
namespace {

/// Keeps the nanoseconds of each repetition's iterations, and prints nothing.
class Times : public benchmark::BenchmarkReporter {
public:
  bool ReportContext(const Context& /*context*/) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs)
      if (run.run_type == Run::RT_Iteration)
        times_[run.run_name.function_name].push_back(1e9 * run.cpu_accumulated_time /
                                                     double(run.iterations));
  }

  double median(const std::string& name) const {
    const std::vector<double> times = sorted(name);
    return times[times.size() / 2];
  }
  /// Of three all differ, of nine those from the third to the seventh.
  double spread(const std::string& name) const {
    const std::vector<double> times = sorted(name);
    const size_t outer = times.size() / 4;
    return (times[times.size() - 1 - outer] - times[outer]) / 2 / times[times.size() / 2];
  }
  double fastest(const std::string& name) const { return std::ranges::min(of(name)); }

private:
  std::vector<double> sorted(const std::string& name) const {
    std::vector<double> times = of(name);
    std::ranges::sort(times);
    return times;
  }

  const std::vector<double>& of(const std::string& name) const {
    const auto found = times_.find(name);
    if (found == times_.end() || found->second.empty())
      throw InternalError(fmt::format("the benchmark {} did not run", name));
    return found->second;
  }

  std::map<std::string, std::vector<double>> times_;
};

std::string name_of(size_t library) {
  return fmt::format("port {}", library);
}
constexpr const char* kClock = "clock";
constexpr const char* kPeak = "peak";
constexpr const char* kTriad = "triad";

template <class Function>
void add(const std::string& name, const Effort& effort, Function function) {
  benchmark::RegisterBenchmark(name.c_str(), function)
      ->Repetitions(effort.repetitions)
      ->MinTime(effort.seconds);
}

} // namespace

const Speed* Group::of(size_t library) const {
  const auto found = std::ranges::find(speeds, library, &Speed::library);
  return found == speeds.end() ? nullptr : &*found;
}

void initialise_benchmarks() {
  static std::string arguments[] = {"ulna-bench", "--benchmark_enable_random_interleaving=true"};
  char* argv[] = {arguments[0].data(), arguments[1].data(), nullptr};
  int argc = 2;
  benchmark::Initialize(&argc, argv);
}

Group measure(const Operation& op, size_t elements, const std::vector<Library>& all,
              const std::vector<size_t>& libraries, const Caches& caches, const Effort& effort) {
  Work work(op, elements);
  Group group{.operation = &op,
              .elements = elements,
              .working_set = work.working_set(),
              .level = caches.level_of(work.working_set())};
  Triad triad(group.working_set);
  add(kClock, effort, run_clock);
  add(kPeak, effort, run_peak);
  add(kTriad, effort, [&](benchmark::State& state) { triad.run(state); });
  for (const size_t library : libraries)
    add(name_of(library), effort, [&work, port = all[library].port](benchmark::State& state) {
      const unsigned control = _mm_getcsr();
      for (auto _ : state) {
        work.call(*port);
        benchmark::ClobberMemory();
      }
      _mm_setcsr(control); // what a port leaves on is not to be the next one's
    });
  Times times;
  benchmark::RunSpecifiedBenchmarks(&times);
  benchmark::ClearRegisteredBenchmarks();

  group.clock = clock_cycles() / times.median(kClock);
  group.peak = peak_flops() / times.median(kPeak);
  group.bandwidth = triad.bytes(group.level != Level::l1) / times.median(kTriad);
  for (const size_t library : libraries)
    group.speeds.push_back({.library = library,
                            .nanoseconds = times.median(name_of(library)) / double(elements),
                            .fastest = times.fastest(name_of(library)) / double(elements),
                            .spread = times.spread(name_of(library))});
  return group;
}

} // namespace ulna::bench
