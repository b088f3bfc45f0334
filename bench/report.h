// All that one run of `ulna bench` found, and the forms in which it is given.
#pragma once

#include "bench/accuracy.h"
#include "bench/speed.h"
#include "bench/threads.h"
#include "certify/dispatched.h"

#include <optional>
#include <string>

namespace ulna::bench {

struct Report {
  std::string cpu;
  int processors = 0;
  Caches caches;
  double load_before = 0, load_after = 0; ///< the machine's, of a minute
  Effort effort;
  std::vector<Library> libraries;
  std::vector<const Operation*> operations;
  std::vector<Group> groups = {}; ///< of the table, by operation and elements
  std::vector<Group> curve = {};  ///< of the picture
  std::vector<Accuracy> accuracies = {};
  std::optional<ThreadsReport> threads = {}; ///< --threads, instead of the three above

  const Accuracy* accuracy(const Operation& op, const Family& family, size_t library) const;
  /// Where the baseline takes so many times as long; NaN if there is none.
  double times_as_fast(const Group& group, const Speed& speed) const;
};

/// What holds for all tables, and is known before the first.
std::string introduction(const Report& report);

/// In Markdown, once all of the operation is judged and measured.
std::string table(const Report& report, const Operation& op);

/// What is known behind the last table: the clock, the load, how much was judged.
std::string closing(const Report& report);

/// A line for each operation and number of elements where the fastest call of `best`, or of the
/// port that it takes the operation from, takes more than so many per cent longer than that of
/// another built-in port. The fastest, as what else the machine does makes calls slower and none
/// faster.
std::string best_behind(const Report& report, double per_cent, const Dispatched& dispatched);

/// The numbers of the tables and all others: bench/README.md says what they are.
std::string json(const Report& report);

/// SVG: cycles for each element against how many there are, a panel for each operation.
std::string picture(const Report& report);

} // namespace ulna::bench
