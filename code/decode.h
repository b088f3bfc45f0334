// Zydis, as the files of this folder use it.
#pragma once

#include "code/instruction.h"

#include <Zydis/Zydis.h>

#include <optional>
#include <span>

namespace ulna::code {

struct Decoded {
  ZydisDecodedInstruction info{};
  std::array<ZydisDecodedOperand, ZYDIS_MAX_OPERAND_COUNT> all{};

  std::span<const ZydisDecodedOperand> operands() const { return {all.data(), info.operand_count}; }
  std::span<const ZydisDecodedOperand> visible() const {
    return {all.data(), info.operand_count_visible};
  }
  bool has(ZydisInstructionAttributes attribute) const {
    return (info.attributes & attribute) != 0;
  }
  /// jcc, loop and the like. (Zydis calls the end of a transaction a conditional branch as well.)
  bool is_conditional_jump() const;
  /// Where a relative jump or call leads, or the address of what is addressed relative to rip.
  std::optional<uint64_t> target(uint64_t address) const;
  /// The operand in memory that is addressed relative to rip and nothing else, or null.
  const ZydisDecodedOperand* rip_relative() const;
};

/// The instruction that the bytes begin with.
std::optional<Decoded> decode(std::string_view bytes);

inline bool is_call(const Decoded& d) {
  return d.info.meta.category == ZYDIS_CATEGORY_CALL;
}
inline bool is_return(const Decoded& d) {
  return d.info.meta.category == ZYDIS_CATEGORY_RET;
}

inline Decoded decode(const Instruction& instruction) {
  return decode(instruction.code()).value_or(Decoded{});
}

} // namespace ulna::code
