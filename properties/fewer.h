// How much of what is random the sanitizers see.
#pragma once

#include "base/sanitizers.h"

#include <cstddef>

namespace ulna {

/// They watch how something is computed, and not what comes out: a tenth of the rounds is enough.
inline constexpr size_t kFewer = kAddressSanitizer ? 10 : 1;

} // namespace ulna
