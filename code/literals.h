// The numbers that stand in a port's code: what its inputs may be compared with.
#pragma once

#include "code/code_map.h"

#include <vector>

namespace ulna::code {

struct Literals {
  std::vector<int32_t> integers{}; ///< from 2 up
  std::vector<float> floats{};     ///< normal ones of either sign, but 1 and -1
  std::vector<int32_t> moduli{};   ///< what counts may be divided by, from 17 up

  bool empty() const { return integers.empty() && floats.empty(); }
};

/// Immediates, displacements of `lea`, and the constants of the file that instructions load, each
/// as an integer and as the floats and doubles that its bits could be. `ran` says of each block
/// whether it did. Each number is there once: first those of blocks from which, or to which, a jump
/// was never taken, then the others, both in the order of the code. Moduli are what the code
/// divides by, multiplies by, or has a reciprocal of, and what its masks leave the rest of.
Literals literals_of(const CodeMap& map, const std::vector<bool>& ran);

} // namespace ulna::code
