// Where in the bytes of an instruction its parts are.
#pragma once

#include "code/decode.h"

#include <string>

namespace ulna::code {

/// A number that is spread over the bytes of an instruction, lowest bit first.
class Field {
public:
  void add(size_t byte, unsigned bit, bool inverted = false) {
    bits_.at(size_) = {uint8_t(byte), uint8_t(bit), inverted};
    ++size_;
  }
  unsigned get(std::string_view code) const;
  /// Whether the number fits.
  bool set(std::string& code, unsigned value) const;

private:
  struct Bit {
    uint8_t byte, bit;
    bool inverted;
  };
  std::array<Bit, 5> bits_{};
  size_t size_ = 0;
};

/// The number of the register of an operand.
std::optional<Field> register_field(const Decoded& d, const ZydisDecodedOperand& operand);
/// Of the base, or of the index, of an operand in memory.
std::optional<Field> base_field(const Decoded& d, const ZydisDecodedOperand& operand);
std::optional<Field> index_field(const Decoded& d, const ZydisDecodedOperand& operand);

/// Where the opcode byte is.
size_t opcode_offset(const Decoded& d);
/// Where a VEX or EVEX prefix has the bits that stand for 66, F3 and F2.
std::optional<size_t> implied_prefix_offset(const Decoded& d);

/// One instruction of that length, 1 to 15, that does nothing.
std::string nop(size_t length);

} // namespace ulna::code
