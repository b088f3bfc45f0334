#include "base/likely_name.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <utility>
#include <vector>

namespace ulna {
namespace {

/// Two neighbours that are exchanged count once.
size_t distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1), above, two_above;
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    two_above = std::exchange(above, row);
    row[0] = i + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      row[j + 1] = std::min({above[j] + (a[i] != b[j]), row[j] + 1, above[j + 1] + 1});
      if (i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j])
        row[j + 1] = std::min(row[j + 1], two_above[j - 1] + 1);
    }
  }
  return row.back();
}

} // namespace

std::string bare_name(std::string_view name) {
  std::string out;
  for (const char c : name)
    if (std::isalnum(static_cast<unsigned char>(c)))
      out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

std::optional<std::string> likely_name(std::string_view name,
                                       std::span<const std::string_view> known) {
  const std::string wanted = bare_name(name);
  const auto far = [&](std::string_view some) { return distance(wanted, bare_name(some)); };
  const auto best = std::ranges::min_element(known, {}, far);
  // A third of another name is another name.
  if (best == known.end() || far(*best) > wanted.size() / 3) return {};
  return std::string(*best);
}

} // namespace ulna
