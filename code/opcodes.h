// Which other operation an instruction becomes when one byte of its encoding changes.
#pragma once

#include "code/encoding.h"
#include "code/mutant_kind.h"

#include <vector>

namespace ulna::code {

/// One byte of an instruction, changed.
struct OtherByte {
  MutantKind kind;
  size_t offset;
  uint8_t value;
};

/// Other operations of the same operands; which of them are instructions is not asked.
std::vector<OtherByte> other_operations(const Instruction& instruction, const Decoded& d);

/// Other conditions of a conditional jump, move or set: its opposite, and strict for not strict.
std::vector<OtherByte> other_conditions(const Decoded& d);

} // namespace ulna::code
