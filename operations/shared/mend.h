// What the operations share that bring a case into their rules and their domain: cases/mend.h.
#pragma once

#include "cases/operation.h"

#include <span>

namespace ulna::mend {

inline size_t count_of(const Case& c, int array) {
  return c.arrays[size_t(array)].size() / c.operation->arrays[size_t(array)].element_size(c);
}

/// Makes an array `count` elements long: cuts it, or repeats what it holds, or fills it with zeros
/// where it holds nothing.
void set_count(Case& c, int array, size_t count);

/// x, or where it is not below n what is left of it modulo n.
inline uint32_t below(uint32_t x, size_t n) {
  return x < n ? x : static_cast<uint32_t>(x % n);
}

/// The same for a range that includes both ends.
inline int32_t within(int32_t x, int32_t least, int32_t most) {
  if (x >= least && x <= most) return x;
  const auto length = static_cast<uint32_t>(most) - static_cast<uint32_t>(least) + 1;
  return static_cast<int32_t>(static_cast<uint32_t>(least) + static_cast<uint32_t>(x) % length);
}

/// Numbers up to `most` that never decrease: wrapped, then sorted where they are not.
void make_rising(std::span<uint32_t> numbers, uint32_t most);

// --- The domain of sums ------------------------------------------------------------------------

/// The float with the sign and the digits of x between 2^exponent and twice that.
float with_exponent(float x, int exponent);

/// x if it is finite and below 2^exponent, else a float with its sign and its digits that is:
/// between 1 and 2 for infinities and NaNs, else close below the limit.
float tamed(float x, int exponent);
inline constexpr int kFinite = 128; ///< the exponent that lets every finite float be
void tame(std::span<float> values, int exponent);

/// The exponent that keeps a sum of so many products of so many factors, and the products of fewer
/// of them, away from the limit of every domain.
int safe_exponent(size_t terms, int factors);

/// Calls repair(i) for each element i of an output array some word of which is not judged. What it
/// changes may count for later elements, or not.
template <class Repair>
void repair_unjudged(const Case& c, const Repair& repair) {
  const auto evaluator = c.operation->evaluate(c);
  Expectation e;
  for (size_t a = 0; a < c.arrays.size(); ++a) {
    if (!c.operation->arrays[a].output) continue;
    const size_t count = count_of(c, static_cast<int>(a));
    for (size_t i = 0; i < count; ++i) {
      evaluator->expect(a, i, reference::Rung::fast, e);
      for (const Clause clause : e.clause) {
        if (clause != Clause::unjudged) continue;
        repair(i);
        break;
      }
    }
  }
}

} // namespace ulna::mend
