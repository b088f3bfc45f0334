#include "code/decode.h"

#include <algorithm>

namespace ulna::code {

std::optional<Decoded> decode(std::string_view bytes) {
  static const ZydisDecoder decoder = [] {
    ZydisDecoder d;
    ZydisDecoderInit(&d, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
    return d;
  }();
  Decoded out;
  if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(
          &decoder, bytes.data(), std::min(bytes.size(), kMaxLength), &out.info, out.all.data())))
    return std::nullopt;
  return out;
}

bool Decoded::is_conditional_jump() const {
  return info.meta.category == ZYDIS_CATEGORY_COND_BR && info.raw.imm[0].is_relative;
}

const ZydisDecodedOperand* Decoded::rip_relative() const {
  for (const ZydisDecodedOperand& o : visible())
    if (o.type == ZYDIS_OPERAND_TYPE_MEMORY && o.mem.base == ZYDIS_REGISTER_RIP &&
        (o.mem.segment == ZYDIS_REGISTER_DS || o.mem.segment == ZYDIS_REGISTER_SS ||
         o.mem.segment == ZYDIS_REGISTER_NONE))
      return &o;
  return nullptr;
}

std::optional<uint64_t> Decoded::target(uint64_t address) const {
  const uint64_t end = address + info.length;
  for (const ZydisDecodedOperand& o : visible())
    if (o.type == ZYDIS_OPERAND_TYPE_IMMEDIATE && o.imm.is_relative)
      return end + uint64_t(o.imm.value.s);
  if (const ZydisDecodedOperand* memory = rip_relative())
    return end + uint64_t(memory->mem.disp.value);
  return std::nullopt;
}

} // namespace ulna::code
