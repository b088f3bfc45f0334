// Ways to make a case smaller: to leave out joints that nothing uses, to cap influences.
#pragma once

#include "cases/case.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ulna {

/// Sets to keep of what `used` numbers: all that is used with none of the rest, then with half of
/// the rest from either end, with three quarters …: a port may be wrong for large numbers only.
/// Nothing if all is used. Where there are many, fewer sets: each is a case of its own for a while.
inline std::vector<std::vector<bool>> fewer_unused(const std::vector<bool>& used) {
  std::vector<std::vector<bool>> sets;
  const auto unused = size_t(std::count(used.begin(), used.end(), false));
  constexpr size_t kMany = 1 << 17;
  const size_t least = used.size() > kMany ? unused / 4 : 0;
  for (size_t part = unused; part > least; part /= 2) {
    for (const bool from_end : {true, false}) {
      std::vector<bool> kept(used.size(), true);
      for (size_t i = 0, left = part; i < kept.size() && left; ++i) {
        const size_t n = from_end ? kept.size() - 1 - i : i;
        if (!used[n]) kept[n] = false, --left;
      }
      sets.push_back(std::move(kept));
      if (part == unused) break; // the same from either end
    }
  }
  return sets;
}

/// The new number of each that is kept.
inline std::vector<size_t> new_numbers(const std::vector<bool>& kept) {
  std::vector<size_t> numbers(kept.size());
  for (size_t i = 0, n = 0; i < kept.size(); ++i)
    if (kept[i]) numbers[i] = n++;
  return numbers;
}

/// Lists of influences, each capped at fewer, from the front and from the back: 1, then about half
/// of those in the longest list, three quarters …
inline std::vector<std::vector<std::vector<uint32_t>>>
fewer_influences(const std::vector<std::vector<uint32_t>>& lists) {
  std::vector<std::vector<std::vector<uint32_t>>> out;
  size_t most = 1;
  for (const auto& list : lists) most = std::max(most, list.size());
  for (size_t cap = 1; cap < most; cap = std::max(cap + 1, most - (most - cap) / 2)) {
    for (const bool front : {true, false}) {
      auto fewer = lists;
      for (auto& list : fewer) {
        if (list.size() <= cap) continue;
        const auto excess = static_cast<ptrdiff_t>(list.size() - cap);
        front ? list.erase(list.end() - excess, list.end())
              : list.erase(list.begin(), list.begin() + excess);
      }
      out.push_back(std::move(fewer));
    }
  }
  return out;
}

/// Keeps the first `most` of each list. Whether any had more.
inline bool cap_influences(std::vector<std::vector<uint32_t>>& lists, size_t most) {
  bool capped = false;
  for (auto& list : lists) {
    if (list.size() <= most) continue;
    list.resize(most);
    capped = true;
  }
  return capped;
}

/// The case but for its arrays, which are empty: those that are about to be replaced may be large.
inline Case without_arrays(const Case& c) {
  Case out;
  out.operation = c.operation;
  out.real = c.real;
  out.integers = c.integers;
  out.flush = c.flush;
  out.leftovers = c.leftovers;
  out.processors = c.processors;
  out.order = c.order;
  out.same_array = c.same_array;
  out.arrays.resize(c.arrays.size());
  out.places = c.places;
  out.profiles = c.profiles;
  out.note = c.note;
  return out;
}

/// Appends an element to an array.
template <class T>
void append(Array& array, const T& value) {
  const size_t at = array.size();
  array.resize(at + sizeof value);
  std::memcpy(array.data() + at, &value, sizeof value);
}

/// The array with the given elements only, `size` bytes each, in their order.
inline Array with_elements(const Array& array, std::span<const size_t> elements, size_t size) {
  Array chosen(elements.size() * size);
  for (size_t i = 0; i < elements.size(); ++i)
    std::memcpy(chosen.data() + i * size, array.data() + elements[i] * size, size);
  return chosen;
}

/// The array with the elements for which `kept` is set.
inline Array with_elements(const Array& array, const std::vector<bool>& kept, size_t size) {
  std::vector<size_t> elements;
  for (size_t i = 0; i < kept.size(); ++i)
    if (kept[i]) elements.push_back(i);
  return with_elements(array, elements, size);
}

} // namespace ulna
