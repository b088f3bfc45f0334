// Tables in Markdown.
#pragma once

#include <string>
#include <vector>

namespace ulna::bench {

/// The first row is the head. Columns stand below each other, the first to the left, the others to
/// the right; a row may be short.
std::string aligned(const std::vector<std::vector<std::string>>& rows);

} // namespace ulna::bench
