// All wrong versions of one instruction that differ in one respect: other arithmetic, another
// register, another constant. Who runs a port with one of them asks whether the judge sees it.
#pragma once

#include "code/code_map.h"
#include "code/mutant_kind.h"

#include <optional>

namespace ulna::code {

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
