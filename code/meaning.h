// What an instruction does, as a text: instructions of equal meaning have equal results.
#pragma once

#include "code/decode.h"

namespace ulna::code {

/// Intel syntax. A jump or call has its distance from here, which stays when code elsewhere
/// changes.
std::string text_of(const Decoded& d, uint64_t address);

/// Equal for two instructions at the address only if they do the same for all inputs. Known are
/// commutative operands, fused multiplications whose factors are one register, immediates with
/// bits that nothing depends on, and what becomes of one register that is both operands.
/// An instruction that does nothing means kNothing, if it is an operation on a register.
inline constexpr std::string_view kNothing = "nothing";
std::string meaning_of(const Decoded& d, uint64_t address);

/// Whether the sources may be exchanged.
bool is_commutative(const Decoded& d);

/// A fused multiply-add: which operands are multiplied, and which is added.
struct Fused {
  std::string_view sign; ///< "madd", "nmsub" and so on
  std::array<size_t, 2> factors;
  size_t addend;
};
std::optional<Fused> fused(const Decoded& d);

} // namespace ulna::code
