// What a sweep found: for people, for tools, and as a picture.
#pragma once

#include "sweep/engine.h"

namespace ulna::sweep {

/// The largest errors with their arguments, the histogram, and what was swept and what was not.
/// Names from the port are shown as printable ASCII.
std::string report_text(const Result& result);

/// The same as JSON. Numbers that JSON does not have (infinities, NaN) become null; arguments are
/// given with their bits.
std::string report_json(const Result& result, const Machine& machine);

/// The largest error for each part of the axis, with the bound, as SVG.
std::string report_svg(const Result& result);

} // namespace ulna::sweep
