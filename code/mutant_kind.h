// In what respect a mutant differs from its instruction.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ulna::code {

enum class MutantKind : uint8_t {
  arithmetic,   ///< another operation: add for sub, min for max, sqrt for rsqrt
  fused,        ///< another sign or order of a fused multiply-add
  selection,    ///< an immediate that chooses lanes or bits: shuffles, blends, inserts
  predicate,    ///< another predicate of a vector comparison
  rounding,     ///< another rounding, by an immediate
  condition,    ///< another condition of jcc, setcc or cmovcc; a jump always or never taken
  source,       ///< another register is read, in an operand or an address
  destination,  ///< another register is written
  order,        ///< source operands exchanged
  displacement, ///< another offset of an address
  scale,        ///< another scale of an index
  immediate,    ///< another number
  removal,      ///< nothing is done
  saving,       ///< a callee-saved register, or MXCSR, is not saved or not restored
  constant      ///< a constant in memory has another value
};

inline constexpr size_t kMutantKinds = size_t(MutantKind::constant) + 1;

} // namespace ulna::code
