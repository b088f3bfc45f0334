// What follows from what was judged.
#pragma once

#include "cases/verdict.h"

namespace ulna {

/// The verdict follows from findings, reason and counts, and from nothing else.
void decide(OperationReport& report);

/// What was not judged in full is not green where that is asked for.
void require_full(OperationReport& report);

/// Adds a part that was judged with another seed: sums, the worst of both, and of findings the
/// first of each kind. The verdict and the reason stay as they are.
void add_part(OperationReport part, OperationReport& report);

} // namespace ulna
