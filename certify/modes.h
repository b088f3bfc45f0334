// The modes that cases call a port in: in each it may run code of its own, which counts for itself.
#pragma once

#include "base/random.h"
#include "cases/case.h"

#include <cstdint>
#include <map>
#include <vector>

namespace ulna {

/// Collects cases of up to three elements, by mode: the integers, whether the float argument is 0,
/// 1/2, 1 or between, which arrays are empty, and how many influences each element has.
class Modes {
public:
  explicit Modes(uint64_t seed);

  /// Some elements of the case that are of one mode, if it computes something. Of an operation that
  /// returns something, where elements may depend on each other, one.
  void note(const Case& c);

  /// A case of each mode, of so many of them at most: those that were met most often, descending.
  std::vector<Case> most_frequent(size_t count) const;

private:
  struct Mode {
    uint64_t met = 0;
    Case few;
  };
  std::map<std::vector<int64_t>, Mode> modes_;
  Random random_;
};

} // namespace ulna
