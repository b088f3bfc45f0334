// From a case that shows a finding to the smallest witness that a person can read.
#pragma once

#include "judge/judge.h"

namespace ulna {

/// Cuts the finding's witness down while the port still shows a finding of that kind: fewer
/// elements, fewer influences, fewer joints, a plain placement, then round numbers. Replaces
/// witness and detail, and the kind by not_repeatable where calls of the case alone show no other.
/// Where the case shows nothing at all when it is run alone in a new worker, the witness stays as
/// it was, and `before` becomes as few of the calls before it as show it; clears `repeats` if they
/// do not either. The witness of a race stays as large as it takes to show it each time. Takes
/// about `seconds` at most, and longer only where a single call does.
void shrink(Judge& judge, Finding& finding, double seconds);

/// Cuts the witness of the largest error down to the element that has it and as few of its
/// neighbours as still show as large an error.
void shrink_largest(Judge& judge, Largest& largest, size_t quantity);

} // namespace ulna
