// Cases that are empty, other ones of the same shape, and whether a case keeps the rules.
#pragma once

#include "cases/case.h"

namespace ulna {

struct ArraySpec; // cases/operation.h

/// An empty case of an operation: empty arrays, all flush against the page behind them.
Case make_case(const Operation& operation);

/// The bytes of all its arrays.
size_t bytes_of(const Case& c);

/// A case of the same shape in the same places with other values: elements in reverse, floats
/// negated, and if asked another float argument where it is between 0 and 1.
Case variant(const Case& c, bool other_real);

/// Throws BadInput with one line unless the case obeys the contract's rules about counts, offsets,
/// indices, alignment and aliasing. The values of floats are never refused.
void validate(const Case& c);

/// Throws BadInput for an element length that no array can have; other rules depend on it.
void check_strides(const Case& c);

/// The same of one array that has such a length.
void check_stride(const Case& c, const ArraySpec& spec);

} // namespace ulna
