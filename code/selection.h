// What the immediate of an instruction chooses, so that two of them can be told apart by their
// effect.
#pragma once

#include "code/decode.h"

#include <vector>

namespace ulna::code {

/// What an immediate is.
enum class ImmediateUse : uint8_t {
  none,      ///< there is none, or it is where a jump leads
  number,    ///< an operand like others
  selection, ///< chooses lanes or bits
  predicate, ///< of a vector comparison
  rounding
};
ImmediateUse immediate_use(const Decoded& d);

/// The effect of an immediate that is no number: equal texts, equal results for all inputs. What
/// is not known in detail is told apart by each of its bits.
std::string effect_of_immediate(const Decoded& d);

/// Whether the operands of a comparison may be exchanged under its predicate.
bool is_symmetric_predicate(const Decoded& d);

/// The visible operands that are read and are registers or memory, in order, without masks.
std::vector<const ZydisDecodedOperand*> sources_of(const Decoded& d);

/// Whether both are the same register.
bool same_register(const ZydisDecodedOperand& a, const ZydisDecodedOperand& b);

} // namespace ulna::code
