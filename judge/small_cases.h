// Some of the small cases that were judged, to be judged again in other circumstances.
#pragma once

#include "base/random.h"
#include "cases/generated_cases.h"

#include <vector>

namespace ulna {

/// Keeps some of the edge cases and some of the others, each as likely as any of its kind.
class SmallCases {
public:
  explicit SmallCases(uint64_t seed);

  /// If it is small and computes something.
  void note(const SharedCase& c, bool is_edge);

  bool empty() const { return edges_.cases.empty() && others_.cases.empty(); }
  /// One of the edge cases as often as one of the others. Not where it is empty.
  const Case& some(Random& random) const;

private:
  struct Kept {
    uint64_t met = 0;
    std::vector<SharedCase> cases;
  };
  Kept edges_, others_;
  Random random_;
};

/// The elements of the case over and over, so many in all.
Case repeated(const Case& few, size_t count);

/// Some elements of the case next to each other, which stay so when they are repeated: not those of
/// two groups that an operation sorts its elements into.
Case neighbours_in(const Case& c, Random& random);

} // namespace ulna
