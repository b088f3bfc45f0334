// Which features of the CPU an instruction needs, as /proc/cpuinfo spells them.
#pragma once

#include "code/code_map.h"

namespace ulna::code {

struct Needs {
  /// All of these, sorted; none where every x86-64 CPU has the instruction.
  std::vector<std::string> features;
  /// What the table of features does not know: the name of an instruction set, or empty.
  std::string unknown;

  bool operator==(const Needs&) const = default;
};

/// What the instruction needs. `tzcnt` needs nothing: compilers write it for `bsf` in code for all
/// CPUs, where its operand is not zero, and CPUs without it run it as `bsf`.
Needs needs_of(const Instruction& instruction);

/// Whether a CPU that has the declared features (separated by commas or spaces, as in
/// ulna_port::cpu_features) has this one, by itself or because another implies it.
bool covers(std::string_view declared, std::string_view feature);

} // namespace ulna::code
