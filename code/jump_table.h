// A jump through a table, as compilers and assemblers write it.
#pragma once

#include "code/decode.h"

#include <vector>

namespace ulna::code {

/// What the instruction before an indirect jump say of its target.
struct JumpTable {
  uint64_t address = 0;
  uint64_t entries = 0;
  /// The entries are 32-bit distances from the table; else they are addresses.
  bool relative = false;

  uint64_t entry_size() const { return relative ? 4 : 8; }
  uint64_t size() const { return entries * entry_size(); }
};

/// One of the instructions that lead straight to an indirect jump, the last of which it is.
struct Step {
  uint64_t address = 0;
  Decoded decoded;
  bool joined = false; ///< other instructions than the one before lead to it as well
};

/// The table of the jump, where the steps before it leave no doubt of it: its address, its form,
/// and a comparison that bounds the index.
std::optional<JumpTable> jump_table(const std::vector<Step>& steps);

} // namespace ulna::code
