// For ports that keep the result of an element for the next one, and tell by a part of it whether
// that is the same.
#pragma once

#include <cstddef>
#include <cstring>

namespace ulna::planted {

// Whether so many elements have the same bits.
template <class T>
bool same(const T* a, const T* b, size_t count = 1) {
  return std::memcmp(a, b, count * sizeof(T)) == 0;
}

} // namespace ulna::planted
