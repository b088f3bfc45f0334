#include "calls/worker/aarch64/access.h"

namespace ulna {
namespace {

constexpr uint32_t bits(uint32_t word, unsigned first, unsigned count) {
  return word >> first & ((1U << count) - 1);
}

constexpr bool bit(uint32_t word, unsigned at) {
  return bits(word, at, 1) != 0;
}

/// Exclusive and ordered, compare and swap; vectors of structures.
bool stores_exclusive(uint32_t word) {
  const bool load = bit(word, 22);
  const bool swaps = !bit(word, 26) && bit(word, 21) && (bit(word, 23) || !bit(word, 31));
  return !load || swaps;
}

/// Literals; ordered with an offset; tags, of which two are loaded; memory copied and set.
bool stores_ordered(uint32_t word) {
  if (!bit(word, 24)) return false;
  const uint32_t kind = bits(word, 22, 2), form = bits(word, 10, 2);
  return bit(word, 21) ? !(bit(word, 22) && form == 0) : kind == 0 || form == 1;
}

/// One register.
bool stores_one(uint32_t word) {
  const bool vector = bit(word, 26);
  if (!vector && !bit(word, 24) && bit(word, 21)) {
    if (bit(word, 10)) return false; // authenticated
    const uint32_t atomic = bits(word, 12, 4);
    if (bits(word, 10, 2) == 0) return atomic != 0xc && atomic != 0xd; // ldapr, ld64b
  }
  const uint32_t kind = bits(word, 22, 2);
  return kind == 0 || (vector && kind == 2 && bits(word, 30, 2) == 0);
}

bool stores_of_base(uint32_t word) {
  switch (bits(word, 28, 2)) {
  case 0:
    return stores_exclusive(word);
  case 1:
    return stores_ordered(word);
  case 2:
    return !bit(word, 22); // pairs
  default:
    return stores_one(word);
  }
}

} // namespace

bool stores(uint32_t instruction) {
  constexpr uint32_t kZeroMask = 0xffffffe0, kZero = 0xd50b7420; // dc zva
  if ((instruction & kZeroMask) == kZero) return true;
  const uint32_t group = bits(instruction, 25, 4);
  if (group == 2) return bits(instruction, 29, 3) == 7; // SVE
  return (group & 5) == 4 && stores_of_base(instruction);
}

} // namespace ulna
