#include "bench/markdown.h"

#include <fmt/format.h>

#include <algorithm>

namespace ulna::bench {

std::string aligned(const std::vector<std::vector<std::string>>& rows) {
  std::vector<size_t> widths(rows[0].size());
  for (const std::vector<std::string>& row : rows)
    for (size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max({widths[i], row[i].size(), size_t{3}});
  std::string out;
  for (const std::vector<std::string>& row : rows) {
    for (size_t i = 0; i < widths.size(); ++i) {
      const std::string& cell = i < row.size() ? row[i] : "";
      out += i == 0 ? fmt::format("| {:<{}} ", cell, widths[i])
                    : fmt::format("| {:>{}} ", cell, widths[i]);
    }
    out += "|\n";
    if (&row != &rows[0]) continue;
    for (size_t i = 0; i < widths.size(); ++i)
      out += i == 0 ? fmt::format("|{:-<{}}", "", widths[i] + 2)
                    : fmt::format("|{:-<{}}:", "", widths[i] + 1);
    out += "|\n";
  }
  return out;
}

} // namespace ulna::bench
