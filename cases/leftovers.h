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
  large,      ///< floats next to FLT_MAX; in general registers small offsets
  alike,      ///< kAlike in every word
  counting    ///< kCountsFrom and so on, from lane to lane of each vector
};
inline constexpr unsigned kNumLeftovers = 10;

/// What a list of joints may be taken for where a register holds it: the step from one to the next,
/// or the numbers of them. Cases have lists to go with these.
inline constexpr uint32_t kAlike = 32;
inline constexpr uint32_t kCountsFrom = 16;

/// "mixed", as in case files.
inline constexpr const char* kLeftoverNames[kNumLeftovers] = {
    "mixed",      "zeros", "ones",  "all_bits", "denormals",
    "infinities", "nans",  "large", "alike",    "counting"};

/// One after the other, and round again.
inline Leftovers next(Leftovers leftovers, unsigned steps = 1) {
  return static_cast<Leftovers>((static_cast<unsigned>(leftovers) + steps) % kNumLeftovers);
}

} // namespace ulna
