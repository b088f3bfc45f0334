// Cases that hold the numbers that stand in a port's code, and what lies next to them. What a port
// does at one count or one value only, no random case meets; but the value is in its code.
#pragma once

#include "base/random.h"
#include "cases/case.h"
#include "code/literals.h"

#include <vector>

namespace ulna {

/// The counts from `least` to `most` that an integer among the literals is, or leads to as the
/// number of bytes of an array. Each once, in their order.
std::vector<size_t> literal_counts(const code::Literals& literals, const Operation& op,
                                   size_t least, size_t most);

/// Counts that leave rests of the literals' moduli, of each not far from 20,000: next to a
/// multiple, and as far from it as other literals say; and two multiples of more than 16 bits.
/// Descending.
std::vector<size_t> literal_rests(const code::Literals& literals);

/// The case with literals in the place of many of its words, one word of an element at most, and
/// now and then in that of its integers. Valid, and in the domain.
Case with_literals(Case c, const code::Literals& literals, Random& random);

/// The case with each value of the float argument that the literals lead to, where the operation
/// has one.
std::vector<Case> at_literal_reals(const Case& c, const code::Literals& literals, Random& random);

/// Where a vertex may have any number of influences: vertices with as many as the literals say, one
/// more and one less, and with multiples of their moduli. Else none.
std::vector<Case> at_literal_influences(const Operation& op, const code::Literals& literals,
                                        uint64_t seed);

/// Elements whose cosine a literal is, or its square or distance from one, where an operation has
/// some. Else none.
std::vector<Case> at_literal_cosines(const Operation& op, const code::Literals& literals,
                                     Random& random);

} // namespace ulna
