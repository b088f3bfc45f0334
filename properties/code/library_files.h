// The libraries of properties/approximations.
#pragma once

#include "base/files.h"
#include "properties/code/elf_files.h"

#include <fmt/format.h>

namespace ulna::approximations {

inline std::string library(const std::string& name) {
  return read_file(fmt::format("{}/{}.so", ULNA_APPROXIMATION_PORTS, name));
}

} // namespace ulna::approximations
