// A whole run: ports, operations, cases from the generators and from models, verdicts.
#pragma once

#include "base/progress.h"
#include "certify/plan.h"

namespace ulna {

/// How much to judge: at least Operation::quick_elements for each operation and port, and for at
/// least so long in all. The edge cases are always judged.
RunReport certify(const Plan& plan, const Installation& installation, Progress& progress);

} // namespace ulna
