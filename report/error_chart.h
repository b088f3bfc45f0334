// How the errors of a quantity are distributed against their bound, as a picture in a page.
#pragma once

#include "cases/verdict.h"

#include <string>

namespace ulna {

/// An SVG element, with the numbers as text for those who do not see it. The heights of the bars
/// are logarithms: a single word beyond the bound has to be seen beside millions within it.
std::string error_chart(const char* quantity, const Distribution& errors);

} // namespace ulna
