#include "code/encoding.h"

namespace ulna::code {
namespace {

/// The bits beside modrm and sib that a register's number has, by the kind of prefix. Sources:
/// Intel SDM volume 2, sections 2.2.1 (REX), 2.3.5 (VEX), 2.7.1 (EVEX).
enum class Extension : uint8_t { r, x, b };

void extend(const Decoded& d, Extension which, Field& field) {
  const auto& raw = d.info.raw;
  const unsigned i = unsigned(which);
  switch (d.info.encoding) {
  case ZYDIS_INSTRUCTION_ENCODING_LEGACY:
    if (d.has(ZYDIS_ATTRIB_HAS_REX)) field.add(raw.rex.offset, 2 - i);
    break;
  case ZYDIS_INSTRUCTION_ENCODING_VEX:
    if (raw.vex.size == 3 || which == Extension::r) field.add(raw.vex.offset + 1U, 7 - i, true);
    break;
  case ZYDIS_INSTRUCTION_ENCODING_EVEX:
    field.add(raw.evex.offset + 1U, 7 - i, true);
    break;
  default:
    break;
  }
}

bool is_evex(const Decoded& d) {
  return d.info.encoding == ZYDIS_INSTRUCTION_ENCODING_EVEX;
}

bool is_vector(ZydisRegister r) {
  switch (ZydisRegisterGetClass(r)) {
  case ZYDIS_REGCLASS_XMM:
  case ZYDIS_REGCLASS_YMM:
  case ZYDIS_REGCLASS_ZMM:
    return true;
  default:
    return false;
  }
}

/// The kinds of registers that have the bits of an extension: of masks, MMX and x87 there are
/// eight.
bool has_extension(ZydisRegister r) {
  switch (ZydisRegisterGetClass(r)) {
  case ZYDIS_REGCLASS_GPR8:
  case ZYDIS_REGCLASS_GPR16:
  case ZYDIS_REGCLASS_GPR32:
  case ZYDIS_REGCLASS_GPR64:
    return true;
  default:
    return is_vector(r);
  }
}

Field three_bits(size_t byte, unsigned lowest) {
  Field field;
  for (unsigned i = 0; i < 3; ++i) field.add(byte, lowest + i);
  return field;
}

} // namespace

unsigned Field::get(std::string_view code) const {
  unsigned value = 0;
  for (size_t i = 0; i < size_; ++i) {
    const Bit& b = bits_[i];
    const unsigned bit = (uint8_t(code[b.byte]) >> b.bit & 1U) ^ unsigned(b.inverted);
    value |= bit << i;
  }
  return value;
}

bool Field::set(std::string& code, unsigned value) const {
  if (value >> size_ != 0) return false;
  for (size_t i = 0; i < size_; ++i) {
    const Bit& b = bits_[i];
    const unsigned bit = (value >> i & 1U) ^ unsigned(b.inverted);
    code[b.byte] = char((uint8_t(code[b.byte]) & ~(1U << b.bit)) | bit << b.bit);
  }
  return true;
}

std::optional<Field> register_field(const Decoded& d, const ZydisDecodedOperand& operand) {
  if (operand.type != ZYDIS_OPERAND_TYPE_REGISTER) return std::nullopt;
  const auto& raw = d.info.raw;
  const bool extended = has_extension(operand.reg.value);
  const bool five_bits = is_evex(d) && is_vector(operand.reg.value);
  Field field;
  switch (operand.encoding) {
  case ZYDIS_OPERAND_ENCODING_MODRM_REG:
    field = three_bits(raw.modrm.offset, 3);
    if (extended) extend(d, Extension::r, field);
    if (five_bits) field.add(raw.evex.offset + 1U, 4, true);
    return field;
  case ZYDIS_OPERAND_ENCODING_MODRM_RM:
    field = three_bits(raw.modrm.offset, 0);
    if (extended) extend(d, Extension::b, field);
    if (five_bits) extend(d, Extension::x, field);
    return field;
  case ZYDIS_OPERAND_ENCODING_OPCODE:
    field = three_bits(opcode_offset(d), 0);
    if (extended) extend(d, Extension::b, field);
    return field;
  case ZYDIS_OPERAND_ENCODING_NDSNDD: {
    const size_t byte = is_evex(d) ? raw.evex.offset + 2U : raw.vex.offset + raw.vex.size - 1U;
    for (unsigned i = 0; i < (extended ? 4 : 3); ++i) field.add(byte, 3 + i, true);
    if (five_bits) field.add(raw.evex.offset + 3U, 3, true);
    return field;
  }
  case ZYDIS_OPERAND_ENCODING_IS4:
    for (unsigned i = 0; i < 4; ++i) field.add(raw.imm[0].offset, 4 + i);
    return field;
  case ZYDIS_OPERAND_ENCODING_MASK:
    return three_bits(raw.evex.offset + 3U, 0);
  default:
    return std::nullopt;
  }
}

std::optional<Field> base_field(const Decoded& d, const ZydisDecodedOperand& operand) {
  if (operand.mem.base == ZYDIS_REGISTER_NONE || operand.mem.base == ZYDIS_REGISTER_RIP ||
      !d.has(ZYDIS_ATTRIB_HAS_MODRM) || operand.visibility != ZYDIS_OPERAND_VISIBILITY_EXPLICIT)
    return std::nullopt;
  const auto& raw = d.info.raw;
  Field field = three_bits(d.has(ZYDIS_ATTRIB_HAS_SIB) ? raw.sib.offset : raw.modrm.offset, 0);
  extend(d, Extension::b, field);
  return field;
}

std::optional<Field> index_field(const Decoded& d, const ZydisDecodedOperand& operand) {
  if (operand.mem.index == ZYDIS_REGISTER_NONE || !d.has(ZYDIS_ATTRIB_HAS_SIB) ||
      operand.visibility != ZYDIS_OPERAND_VISIBILITY_EXPLICIT)
    return std::nullopt;
  Field field = three_bits(d.info.raw.sib.offset, 3);
  extend(d, Extension::x, field);
  if (is_evex(d) && is_vector(operand.mem.index)) field.add(d.info.raw.evex.offset + 3U, 3, true);
  return field;
}

size_t opcode_offset(const Decoded& d) {
  const auto& raw = d.info.raw;
  if (d.has(ZYDIS_ATTRIB_HAS_MODRM)) return raw.modrm.offset - 1U;
  return size_t(d.info.length - raw.imm[0].size / 8 - raw.imm[1].size / 8 - raw.disp.size / 8 - 1);
}

std::optional<size_t> implied_prefix_offset(const Decoded& d) {
  const auto& raw = d.info.raw;
  if (d.info.encoding == ZYDIS_INSTRUCTION_ENCODING_VEX) return raw.vex.offset + raw.vex.size - 1U;
  if (is_evex(d)) return raw.evex.offset + 2U;
  return std::nullopt;
}

std::string nop(size_t length) {
  // Intel SDM volume 2, "NOP": the recommended ones; longer ones repeat the prefix 66.
  constexpr std::string_view kNops[] = {
      "\x90",
      "\x66\x90",
      std::string_view("\x0f\x1f\x00", 3),
      std::string_view("\x0f\x1f\x40\x00", 4),
      std::string_view("\x0f\x1f\x44\x00\x00", 5),
      std::string_view("\x66\x0f\x1f\x44\x00\x00", 6),
      std::string_view("\x0f\x1f\x80\x00\x00\x00\x00", 7),
      std::string_view("\x0f\x1f\x84\x00\x00\x00\x00\x00", 8),
      std::string_view("\x66\x0f\x1f\x84\x00\x00\x00\x00\x00", 9)};
  const size_t longest = std::size(kNops);
  if (length <= longest) return std::string(kNops[length - 1]);
  return std::string(length - longest, '\x66') + std::string(kNops[longest - 1]);
}

} // namespace ulna::code
