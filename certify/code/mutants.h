// All wrong versions of one instruction that differ in one respect: other arithmetic, another
// register, another constant. Who runs a port with one of them asks whether the judge sees it.
#pragma once

#include "certify/code/code_map.h"

#include <optional>

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

/// For people and files: "arithmetic" and so on.
const char* name(MutantKind kind);
/// The kind of that name.
std::optional<MutantKind> mutant_kind(std::string_view name);

struct Mutant {
  uint64_t instruction = 0; ///< address of the one that is mutated
  uint64_t address = 0;     ///< of what is patched: the instruction, or a constant that it reads
  std::string original;     ///< bytes
  std::string replaced;     ///< as many, others
  MutantKind kind = MutantKind::arithmetic;
  std::string description; ///< one line: "addps xmm1, xmm2 -> subps xmm1, xmm2"
};

/// The mutants of one instruction of the map, in an order that depends on nothing else, no two with
/// the same bytes. Left out is what cannot differ for any input (a swap of commutative operands,
/// an immediate's unused bits, another alignment of a move), what needs a feature of the CPU that
/// the instruction does not need, and what is no single instruction of the same length.
std::vector<Mutant> mutants_of(const Instruction& instruction, const CodeMap& map);

/// What the code compares and computes with, for a generator that wants to reach the other branch.
/// Sorted, each once.
struct Numbers {
  std::vector<uint32_t> floats;  ///< bits of the 32-bit float constants that are loaded
  std::vector<int64_t> compared; ///< immediates of cmp, test, sub and and; powers of two of shifts
};

/// Of the whole map, or of one of its blocks.
Numbers numbers_of(const CodeMap& map);
Numbers numbers_of(const CodeMap& map, const Block& block);

/// The instruction for people, Intel syntax.
std::string text_of(const Instruction& instruction);

} // namespace ulna::code
