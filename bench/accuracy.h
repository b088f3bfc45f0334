// How wrong ports are on families of inputs, by the judge that certifies them.
#pragma once

#include "base/exceeds.h"
#include "bench/libraries.h"
#include "bench/workloads/workload.h"

namespace ulna::bench {

struct Accuracy {
  const Operation* operation = nullptr;
  const Family* family = nullptr;
  size_t library = 0; ///< as load_all counts
  uint64_t elements = 0;
  double error = 0;    ///< the largest of the family's quantity; 0 where results have no errors
  double fraction = 0; ///< the same in units of its bound, of which it is the largest
  bool is_nan = false; ///< some output was; the two above are then infinite
  bool ended = false;  ///< a call did not return: the port is not to be called directly
  std::vector<std::string> findings = {}; ///< clauses that it broke beside the bound

  bool is_out_of_bound() const { return exceeds(fraction, 1); }
  /// Beyond the bound, or where results have no errors any clause is broken.
  bool is_wrong() const { return operation->has_errors() ? is_out_of_bound() : !findings.empty(); }
};

/// Judges at least so many elements of one family, in a process of its own.
Accuracy judge(const Library& library, size_t number, const Operation& op, const Family& family,
               uint64_t elements, const Installation& installation);

} // namespace ulna::bench
