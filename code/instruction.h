// An instruction of a library, as its bytes are.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace ulna::code {

inline constexpr size_t kMaxLength = 15; ///< bytes of an x86-64 instruction

/// Addresses are those that the linker gave; the loader adds the same number to all of them.
struct Instruction {
  uint64_t address = 0;
  std::array<uint8_t, kMaxLength> bytes{};
  uint8_t length = 0;
  uint32_t block = 0; ///< index into CodeMap::blocks

  uint64_t end() const { return address + length; }
  std::string_view code() const { return {reinterpret_cast<const char*>(bytes.data()), length}; }
};

} // namespace ulna::code
