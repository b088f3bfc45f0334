// A case to look at code with: few elements, and floats without surprises.
#pragma once

#include "cases/case.h"

namespace ulna::formulas {

/// A valid case in the domain with so many elements, without flushing or an array under two names:
/// of some that the generator makes the one with the fewest floats that are zero, one or far from
/// it, of those the smallest. Throws BadInput where none has as many elements.
Case ordinary_case(const Operation& op, size_t elements, uint64_t seed);

} // namespace ulna::formulas
