// What the hunter searches: where an operation's error comes from, as cases to begin with and as
// steps from a case that is bad already.
#pragma once

#include "base/random.h"
#include "cases/case.h"

namespace ulna {

struct Objective {
  /// Whose largest error is wanted, as Operation::quantities counts.
  size_t quantity;
  /// How many kinds of places there are to begin at. Which of them leads highest is not seen from
  /// the beginning: each has its turn.
  size_t kinds;
  /// A case whose elements are each a place to begin at, of one kind.
  Case (*scatter)(const Operation& op, size_t kind, Random& random);
  /// A case whose elements are each a step away from `best`, which has one element. A step may
  /// leave the domain: then it has no error. Null: nothing is climbed.
  Case (*vary)(const Case& best, Random& random);
  /// A quick run hunts too, where the largest error is above this part of the bound. More than 1:
  /// never. For bounds that rounding alone does not come near, but an approximation may.
  double near_bound = 2;
};

/// The operation's own where it has one, else one that knows nothing but floats: generated cases,
/// and steps in ulps. Only for operations with errors (Operation::has_errors).
const Objective& objective_of(const Operation& op);

/// What it is measured against: random elements as users have them, and no steps at all.
const Objective& uniform_objective_of(const Operation& op);

/// A float some ulps away: of either sign, up to 2^`bits`, every order of magnitude as likely. Does
/// not cross zero, and leaves what is not finite.
float stepped(float x, int bits, Random& random);

} // namespace ulna
