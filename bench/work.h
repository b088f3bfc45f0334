// So many elements of a workload, where they lie for the calls that are measured.
#pragma once

#include "bench/caches.h"
#include "bench/direct_call.h"
#include "bench/line_array.h"
#include "bench/workloads/workload.h"

namespace ulna::bench {

class Work {
public:
  Work(const Operation& op, size_t elements);
  Work(Work&&) noexcept = default;

  const Operation& operation() const { return *operation_; }
  size_t elements() const { return elements_; }
  /// All that calls touch, in bytes.
  size_t working_set() const;

  /// Calls the operation once, or a function of one element once for each.
  void call(const ulna_port& port);

private:
  const Operation* operation_;
  std::vector<LineArray> arrays_;
  LineArray other_;               ///< of the input that alternates
  std::vector<DirectCall> calls_; ///< in turn
  size_t elements_;
  size_t next_ = 0;
};

/// How many elements make a working set of at least so many bytes, to two digits.
size_t elements_for(const Operation& op, size_t working_set);

/// What an element costs at least where all of the working set is at that level.
Cost least_cost(const Operation& op, Level level);

} // namespace ulna::bench
