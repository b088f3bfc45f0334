// An operation of a port, shape by shape: is what its machine code computes what the contract owes,
// for all values?
#pragma once

#include "calls/session.h"
#include "cases/operation.h"

#include <functional>
#include <string>
#include <vector>

namespace ulna::formulas {

/// A call whose counts and places stand for a shape.
struct Shape {
  std::string name; ///< "17 elements", "5 influences"
  Case c;
};

/// Every count of elements up to 20, and 33; where a vertex may have any number of influences, each
/// Every count of elements up to 20, and 33; where a vertex may have any number of influences, each
/// from 1 to 8, and 64; and small cases of the generator, for all else that an operation can be
/// told. Alignments differ from one to the next.
std::vector<Shape> shapes_of(const Operation& op, uint64_t seed);

/// What was shown of an operation.
struct Proof {
  size_t shapes = 0;     ///< that were followed, each with every word of the outputs
  std::string undecided; ///< what stands in the way in one of them; empty: nothing
  size_t words = 0;
  unsigned roundings = 0; ///< at most so many on the way of a product
  double of_bound = 0;    ///< what they come to at most, in units of the bound
  /// In all shapes that is so for all values; if not, in some for those that were drawn.
  bool for_all_values = true;

  bool is_proved() const { return undecided.empty() && shapes > 0; }
};

/// Follows a call of each shape until one is undecided. Throws as Session does. `on_shape` is told
/// how many are done.
Proof prove(Session& session, const Operation& op, uint64_t seed,
            const std::function<void(size_t done, size_t all)>& on_shape);

} // namespace ulna::formulas
