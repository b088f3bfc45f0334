// Bits that show what was done to them in passing. No one kind will do: an addition of zero keeps
// most floats, a conversion to int and back keeps small integers, a product keeps infinities.
#pragma once

#include "base/random.h"

namespace ulna {

enum class Bits : uint8_t {
  quiet,      ///< NaNs that say something
  signalling, ///< NaNs that any arithmetic makes quiet
  denormal,   ///< what FTZ and DAZ make zeros of
  zero,       ///< mostly -0, which is 0 when 0 was added
  infinity,   ///< what a limit cuts
  integer,    ///< ints as they are, some of which are no floats
  ordinary,   ///< floats of any size, most of which are no ints
  mixed       ///< any of them, word by word
};
inline constexpr Bits kAllBits[] = {Bits::quiet,    Bits::signalling, Bits::denormal, Bits::zero,
                                    Bits::infinity, Bits::integer,    Bits::ordinary, Bits::mixed};

/// A word of a kind.
inline uint32_t word_of(Bits kind, Random& r) {
  constexpr uint32_t kInfinity = 0x7f800000;
  constexpr uint32_t kQuiet = 0x00400000;
  constexpr uint32_t kIntegers[] = {1, 65537, 16777217, 33554435, 123456789};
  if (kind == Bits::mixed) kind = kAllBits[(r.next() >> 32) % (std::size(kAllBits) - 1)];
  const uint64_t random = r.next();
  const uint32_t sign = random >> 63 ? 0x80000000 : 0;
  const uint32_t digits = (static_cast<uint32_t>(random) & (kQuiet - 1)) | 1; // never none
  switch (kind) {
  case Bits::quiet:
    return sign | kInfinity | kQuiet | digits;
  case Bits::signalling:
    return sign | kInfinity | digits;
  case Bits::denormal:
    return sign | digits | (random >> 62 & 1 ? kQuiet : 0);
  case Bits::zero:
    return random >> 61 ? 0x80000000 : 0;
  case Bits::infinity:
    return sign | kInfinity;
  case Bits::integer: {
    const uint32_t whole = kIntegers[(random >> 32) % std::size(kIntegers)];
    return sign ? -whole : whole;
  }
  default: // ordinary: of any exponent, often one near that of 1
    return sign | digits << 1 | (random >> 61 & 1) |
           (random >> 62 & 1 ? 118 + (random >> 32) % 16 : 1 + (random >> 32) % 254) << 23;
  }
}

} // namespace ulna
