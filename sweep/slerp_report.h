// What a sweep of scales found: for people and for tools.
#pragma once

#include "sweep/slerp_scales.h"

namespace ulna::sweep {

/// The largest errors of the scales, what is possible and what was found, and what that assumes.
/// Names from the port are shown as printable ASCII.
std::string slerp_text(const SlerpScales& scales);

/// The same as JSON, with the cells of cosines. Numbers that JSON does not have become null; floats
/// are given with their bits.
std::string slerp_json(const SlerpScales& scales, const Machine& machine);

/// 0 if nothing that was found is beyond the bound, 1 if something is or a call did not come back,
/// 3 if nothing was swept.
int exit_code(const SlerpScales& scales);

} // namespace ulna::sweep
