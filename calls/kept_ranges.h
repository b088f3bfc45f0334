// The bytes in and around a call's outputs that are not the port's to write.
#pragma once

#include "calls/caller.h"
#include "calls/shared/control.h"
#include "cases/case.h"

#include <vector>

namespace ulna {

/// Those of a case as it is laid out: words that keep their bits, what lies between elements, and
/// some bytes before and behind. Nothing of it is the port's to read either, and so it may change
/// during the call. None of a case whose results depend on what the operation returns, but for the
/// bytes around; of a call that is stepped at the end, or is not small, those on the last page of
/// each array; at most arena::kMaxKeptRanges.
std::vector<arena::KeptRange> kept_ranges(const Case& c, Stepped where);

} // namespace ulna
