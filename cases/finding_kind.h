// The clauses of a contract that a port may break, by name.
#pragma once

#include <cstdint>

namespace ulna {

/// A broken clause of the contract.
enum class FindingKind : uint8_t {
  out_of_bound,      ///< an output is farther from the exact value than the bound, or NaN
  wrong_return,      ///< returned something else than what is owed
  not_valid,         ///< a conversion breaks a clause of docs/conversion.md
  wrong_copy,        ///< an output that owes a bit-exact copy is none
  wrote_outside,     ///< changed a byte that is not the operation's to write
  read_outside,      ///< read beyond an array
  wrote_input,       ///< wrote an array, or an output, that this call must leave alone
  changed_registers, ///< a callee-saved register
  changed_stack,     ///< the stack pointer
  changed_direction, ///< the direction flag
  changed_x87,       ///< the x87 control word or tags
  changed_mxcsr,     ///< the control bits of MXCSR
  changed_control,   ///< a control register of another machine
  crashed,           ///< a signal that is none of the above
  hung,              ///< no return within the limit
  exited,            ///< the process ended
  not_repeatable,    ///< the same case twice gives different bits
  not_reentrant,     ///< two threads on disjoint data disturb each other
  undeclared_feature ///< an instruction ran that cpu_features does not cover
};
inline constexpr int kNumFindingKinds = 19;
const char* name(FindingKind kind);    ///< "out_of_bound"
const char* meaning(FindingKind kind); ///< one clause for people

} // namespace ulna
