// A case to look at code with: few elements, and floats without surprises.
#pragma once

#include "cases/case.h"

namespace ulna::formulas {

/// A valid case in the domain with so many elements, without flushing or an array under two names.
/// Of those that the generator makes it is the one with the fewest floats that are zero, one or
/// far from it. Throws BadInput where none has as many elements.
Case ordinary_case(const Operation& op, size_t elements, uint64_t seed);

} // namespace ulna::formulas
