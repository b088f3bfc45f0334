// What libFuzzer says on its standard error: how far it is, and why it stopped.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ulna::night {

/// A report of a sanitizer or of libFuzzer, by what tells two bugs apart.
struct Trace {
  std::string what; ///< "heap-buffer-overflow", "timeout", "deadly signal"; empty: none
  std::vector<std::string> frames; ///< the innermost three functions in our code

  std::string where() const; ///< "f < g < h"
};

class FuzzerOutput {
public:
  void add(std::string_view text);

  uint64_t executions() const { return executions_; }
  double per_second() const { return per_second_; }
  uint64_t coverage() const { return coverage_; }
  uint64_t features() const { return features_; }
  uint64_t features_at_start() const { return features_at_start_; }
  const Trace& trace() const { return trace_; }

  /// The report if there was one, else the last lines; at most some 80 KiB.
  std::string text() const;

private:
  void line(std::string_view line);

  std::string rest_; ///< a line that has not ended
  std::string tail_, report_;
  bool reporting_ = false;
  bool in_stack_ = false, stack_done_ = false;
  uint64_t executions_ = 0, coverage_ = 0, features_ = 0, features_at_start_ = 0;
  double per_second_ = 0;
  bool started_ = false;
  Trace trace_;
};

} // namespace ulna::night
