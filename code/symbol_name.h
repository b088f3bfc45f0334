// Names of symbols for people.
#pragma once

#include <string>
#include <string_view>

namespace ulna::code {

/// As its source has it; what is no mangled name stays as it is.
std::string demangled(std::string_view name);

} // namespace ulna::code
