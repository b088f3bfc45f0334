// The edge cases of a generator, stage after stage.
#pragma once

#include <cstdint>
#include <span>

namespace ulna {

/// So many edge cases, each filled in by `make` with its number in the stage.
template <class Maker>
struct Stage {
  uint64_t count;
  void (*make)(Maker&, uint64_t);
};

/// How many edge cases the stages have together.
template <class Maker>
constexpr uint64_t num_cases(std::span<const Stage<Maker>> stages) {
  uint64_t count = 0;
  for (const Stage<Maker>& stage : stages) count += stage.count;
  return count;
}

/// Makes the i-th edge case; false if there are not that many. Then random ones follow.
template <class Maker>
bool make_edge_case(std::span<const Stage<Maker>> stages, Maker& maker, uint64_t i) {
  for (const Stage<Maker>& stage : stages) {
    if (i < stage.count) {
      stage.make(maker, i);
      return true;
    }
    i -= stage.count;
  }
  return false;
}

} // namespace ulna
