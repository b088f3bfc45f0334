// The longest element that a case may have where its length is an argument.
#pragma once

#include <cstddef>

namespace ulna {

inline constexpr size_t kMaxStride = size_t{512} << 10; ///< bytes, a multiple of 4

} // namespace ulna
