// Indices of a case, each of which names an element of another array.
#pragma once

#include "base/error.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace ulna {

/// What an index into the array `of` owes, for the end of a message.
inline std::string index_range(size_t length, const char* of) {
  return length == 0 ? fmt::format("but {} is empty", of)
                     : fmt::format("must be below {}, the length of {}", length, of);
}

/// Throws BadInput for the first entry of `name` that names no element of `of`.
inline void check_indices(const char* name, std::span<const uint32_t> entries, size_t length,
                          const char* of) {
  for (size_t i = 0; i < entries.size(); ++i)
    if (entries[i] >= length)
      throw BadInput(
          fmt::format("{}: entry {} is {}, {}", name, i, entries[i], index_range(length, of)));
}

} // namespace ulna
