// A formula against what the contract owes for its word, for all values at once: both are sums of
// products, and two of those that agree at random values are one.
#pragma once

#include "formulas/lift.h"

#include <memory>
#include <string>

namespace ulna::formulas {

/// What was learned of a word of an output.
struct WordProof {
  enum class Is : uint8_t {
    sum,      ///< the contract's sum, each product once
    copy,     ///< of the word that the contract names
    undecided ///< the remark says why
  };
  Is is = Is::undecided;
  size_t products = 0;
  unsigned roundings = 0; ///< at most so many on the way of a product
  /// What they come to at most, in units of the bound, underflow aside: for all values, or for
  /// those that were drawn, where the bound is no multiple of what is rounded.
  double of_bound = 0;
  bool for_all_values = false;
  std::string remark = {}; ///< for people

  bool operator==(const WordProof&) const = default;
};

/// Of a call that was followed to its end. The values are those of the call with its floats drawn
/// anew a few times by the seed; counts, indices and flags stay. Case and lift must live as long.
class AgainstContract {
public:
  AgainstContract(const Case& c, const Lift& lift, uint64_t seed);
  ~AgainstContract();

  /// Of a word of an output.
  WordProof word(size_t array, size_t index) const;

private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace ulna::formulas
