// Numbers that say yes or no.
#pragma once

#include <cstdint>

namespace ulna {

/// What a call may be told in place of 1 for a flag that any value but 0 sets: a kernel that looks
/// at a byte, at 16 bits, at the lowest bit or at the sign takes some of them for no.
inline constexpr int32_t kTrue[] = {1, 2, 256, 1 << 16, -1, INT32_MIN};

} // namespace ulna
