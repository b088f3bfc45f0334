// A reporter that remembers one counter's median of each benchmark, for tables of ratios.
#pragma once

#include <benchmark/benchmark.h>

#include <cmath>
#include <map>
#include <string>

namespace ulna::bench {

class Medians : public benchmark::ConsoleReporter {
public:
  explicit Medians(std::string counter)
      : ConsoleReporter(OO_Tabular), counter_(std::move(counter)) {}

  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      const auto counter = run.counters.find(counter_);
      if (run.error_occurred) failed_ = true;
      if (counter == run.counters.end()) continue;
      // Without repetitions there is no median, and the one run has to do.
      if (run.run_type == Run::RT_Iteration ? run.repetitions <= 1 : run.aggregate_name == "median")
        values_[run.run_name.function_name] = counter->second.value;
    }
    ConsoleReporter::ReportRuns(runs);
  }

  bool failed() const { return failed_; }

  /// The counter of a benchmark, NaN if it was not run.
  double of(const std::string& name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? NAN : found->second;
  }

private:
  std::string counter_;
  std::map<std::string, double> values_;
  bool failed_ = false;
};

} // namespace ulna::bench
