// Which approximation instructions a port has, by disassembly: docs/approximations.md.
#pragma once

#include "cases/verdict.h"

#include <string_view>

namespace ulna::approximations {

/// Examines the bytes of a shared library; runs none of them. What it cannot rule out is `unknown`.
Approximations examine(std::string_view file);

/// The same for a file. Throws BadInput as read_file does.
Approximations examine_file(const std::string& path);

} // namespace ulna::approximations
