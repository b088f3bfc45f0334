// Ways to leave out what nothing uses: joints, bones, vertices.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace ulna {

/// Sets to keep of what `used` numbers: all that is used with none of the rest, then with half of
/// the rest from either end, with three quarters …: a port may be wrong for large numbers only.
/// Nothing if all is used.
inline std::vector<std::vector<bool>> fewer_unused(const std::vector<bool>& used) {
  std::vector<std::vector<bool>> sets;
  const auto unused = size_t(std::count(used.begin(), used.end(), false));
  for (size_t part = unused; part > 0; part /= 2) {
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

} // namespace ulna
