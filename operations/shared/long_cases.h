// Long cases: large counts of every kind, arrays whose offsets need many bits. They lie among the
// random cases, in place of some of them: so a run costs no more, and whoever wants the edge cases
// alone does not get these.
#pragma once

#include "operations/shared/stages.h"

#include <algorithm>
#include <cstddef>

namespace ulna {

/// One random case in so many is long.
constexpr uint64_t kLongOneIn = 16;

/// Makes the i-th random case, if it is one of the long ones.
template <class Maker>
bool make_long_case(std::span<const Stage<Maker>> stages, Maker& maker, uint64_t i,
                    uint64_t one_in = kLongOneIn) {
  return i % one_in == one_in - 1 && make_edge_case(stages, maker, i / one_in);
}

constexpr uint64_t kNumLongCounts = 64;

/// The k-th of the long counts of a seed. Whatever a kernel does at a time, up to 64, and wherever
/// it begins anew, it has every rest to do: among the counts are all residues modulo 64, and where
/// each lies depends on the seed. The last is `top` and a residue; those before it are the smaller,
/// the earlier they are.
inline size_t long_count(uint64_t seed, uint64_t k, size_t top) {
  constexpr uint64_t kEach = kNumLongCounts;
  const size_t residue = (k + 23 * seed) % kEach;
  const size_t more = kEach * ((5 * k + seed) % 4);
  if (k < 44) return 79 * kEach + more + residue;
  if (k < 58) return 8192 + residue;
  if (k < 60) return 16384 - kEach * (k % 2) + residue;
  if (k < 62) return 32768 - kEach * (k % 2) + residue;
  return (k == 62 ? 65536 : top) + residue;
}

/// The same for operations whose elements take longer: none but the last is much larger than need
/// be.
inline size_t least_long_count(uint64_t seed, uint64_t k) {
  const size_t base = k < 63 ? 79 * kNumLongCounts : 16384;
  return base + (k + 23 * seed) % kNumLongCounts;
}

/// Tops: as many elements as need more than 18 bits, or more than 24 bits for the offsets of
/// elements of so many bytes. A multiple of 64.
constexpr size_t kTop18 = (size_t{1} << 18) + kNumLongCounts;
constexpr size_t top24(size_t bytes) {
  return (((size_t{1} << 24) / bytes) / kNumLongCounts + 2) * kNumLongCounts;
}

/// Lengths of elements in bytes: about what a byte holds, of bytes or of words, and what 15, 16 and
/// 17 bits hold.
constexpr int kWideStrides[] = {68,   124,   128,   132,   252,   256,   260,   1020,  1024,
                                1028, 32764, 32768, 32772, 65532, 65536, 65540, 131076};

/// How many elements a large palette repeats: with offsets cut short, another one is met.
constexpr size_t kRepeated = 97;

/// Repeats the first `period` elements over a whole array.
template <class T>
void repeat(std::span<T> array, size_t period) {
  for (size_t done = period; done < array.size(); done += period)
    std::copy_n(array.begin(), std::min(period, array.size() - done),
                array.begin() + ptrdiff_t(done));
}

} // namespace ulna
