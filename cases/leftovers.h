// What earlier code left in all that the ABI leaves undefined when a function is entered: a port
// that happens to need some of it reads whatever there is.
#pragma once

#include <cstdint>

namespace ulna {

/// What the general registers that carry no argument, the vector and mask registers, the unused
/// parts of argument registers, the arithmetic flags, the sticky bits of MXCSR and the stack below
/// the call hold.
enum class Leftovers : uint8_t {
  mixed, ///< of everything something, and random bits
  zeros,
  ones, ///< 1, as a float or as an integer
  all_bits,
  denormals,  ///< in general registers the smallest integers
  infinities, ///< in general registers the largest integers
  nans,       ///< in general registers halves of -1 and of 0
  large       ///< floats next to FLT_MAX; in general registers small offsets
};
inline constexpr unsigned kNumLeftovers = 8;

/// "mixed", as in case files.
inline constexpr const char* kLeftoverNames[kNumLeftovers] = {
    "mixed", "zeros", "ones", "all_bits", "denormals", "infinities", "nans", "large"};

/// One after the other, and round again.
inline Leftovers next(Leftovers leftovers, unsigned steps = 1) {
  return static_cast<Leftovers>((static_cast<unsigned>(leftovers) + steps) % kNumLeftovers);
}

} // namespace ulna
