// What the approximation instructions of this processor give.
#pragma once

#include "cases/verdict.h"

namespace ulna {

/// On x86-64 runs rsqrtps and rcpps on every float of [1, 4): two binades, because rsqrtps tells
/// even from odd exponents. For rcpps one would do where it treats all alike; with two that is not
/// taken for granted. The hashes are of the results as they lie in memory, in increasing order of
/// the arguments; the fingerprint is of four of them, raw and after one Newton step of Slerping
/// Clock Cycles, section 6. On other machines nothing is set: AArch64 defines its estimates bit by
/// bit.
void add_approximation_tables(Machine& machine);

} // namespace ulna
