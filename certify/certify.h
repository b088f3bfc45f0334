// A whole run: ports, operations, cases from the generators and from models, verdicts.
#pragma once

#include "base/progress.h"
#include "certify/plan.h"

namespace ulna {

/// Judges all of it, on every core. Writes the witnesses into the out folder, in place of what an
/// earlier run left there. The machine is for who writes a certificate to add. Throws BadInput for
/// a file that is no port, or none for adversaries, InternalError if ulna is wrong.
RunReport certify(const Plan& plan, const Installation& installation, Progress& progress);

} // namespace ulna
