// Numbers of elements that are one and the same where only some of their bits, or of the bits of
// their offsets, are looked at: who keeps what was loaded last by such a key takes one for the
// other.
#pragma once

#include "base/random.h"

#include <array>
#include <cstddef>

namespace ulna {

/// The bits of a key.
constexpr unsigned kKeyBits = 16;
/// Offsets may come without as many of their lowest bits, which are zero.
constexpr unsigned kMostShifted = 7;

/// A distance at which the keys of elements of so many bytes come round: of their numbers, or of
/// their offsets with some bits shifted out; of the latter the one below or above that.
inline size_t same_key_distance(size_t bytes, Random& r) {
  const size_t round = size_t{1} << kKeyBits;
  if (r.one_in(2)) return round;
  const size_t below = (round << r.below(kMostShifted)) / bytes;
  return below + r.below(2);
}

/// `number`, or half of the time one whose key may be that of `before`, if there are so many.
inline size_t with_key_of(size_t before, size_t number, size_t count, size_t bytes, Random& r) {
  if (r.one_in(2)) return number;
  const size_t distance = same_key_distance(bytes, r);
  if (before >= distance && r.one_in(2)) return before - distance;
  return before + distance < count ? before + distance : number;
}

/// The i-th number of which a key has all its bits set, as one that stands for none has.
inline size_t last_key(size_t bytes, size_t i) {
  const size_t all_set = (size_t{1} << kKeyBits) - 1;
  const std::array<unsigned, 3> shifts{4, 5, 6};
  if (i % 4 == 0) return all_set;
  return ((all_set << shifts[i % 4 - 1]) + bytes - 1) / bytes;
}

} // namespace ulna
