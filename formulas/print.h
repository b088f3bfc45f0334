// Expressions as a person would write them.
#pragma once

#include "formulas/expression.h"

#include <string>
#include <vector>

namespace ulna::formulas {

/// The expressions, one for each name, in lines "name = ...". Sums and products are in the order
/// in which they are computed, from the left where there are no parentheses. What several have in
/// common, or one has twice, gets a name and a line of its own before them.
std::string print(const std::vector<std::pair<std::string, const Expression*>>& results);

/// One of them in a line, as far as it fits into so many characters.
std::string print_short(const Expression& e, size_t most);

} // namespace ulna::formulas
