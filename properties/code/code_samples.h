// Code for the tests of code/: libraries made for them, the built-in ports, and bytes.
#pragma once

#include "base/files.h"
#include "cases/operation.h"
#include "certify/port_names.h"
#include "code/code_map.h"
#include "code/library.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <vector>

namespace ulna::code {

/// A library of properties/code_libraries.
inline std::string sample(const std::string& name) {
  return read_file(fmt::format("{}/{}.so", ULNA_CODE_LIBRARIES, name));
}

/// The address of a symbol that the library defines.
inline uint64_t address_of(const std::string& file, std::string_view name) {
  const auto library = approximations::read_library(file);
  for (const auto& symbol : library.defined)
    if (symbol.name == name) return symbol.address;
  ADD_FAILURE() << "the library has no symbol " << name;
  return 0;
}

inline CodeMap map_of(const std::string& file, std::string_view function) {
  return map_code(file, {address_of(file, function)});
}

/// One instruction, at some address.
inline Instruction instruction(std::initializer_list<unsigned> bytes, uint64_t address = 0x1000) {
  Instruction out;
  out.address = address;
  std::transform(bytes.begin(), bytes.end(), out.bytes.begin(),
                 [](unsigned byte) { return uint8_t(byte); });
  out.length = uint8_t(bytes.size());
  return out;
}

struct Entry {
  const Operation* operation;
  uint64_t address;
};

/// A built-in port: where its operations begin, and what it says that it needs.
struct BuiltinPort {
  std::string name;
  std::string path;
  std::string features;
  std::vector<Entry> entries;
};

/// All of them. They are loaded here: nobody knows else where best and openmp begin.
std::vector<BuiltinPort> builtin_ports();

} // namespace ulna::code
