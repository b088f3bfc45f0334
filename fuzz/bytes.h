// Cases as bytes, for fuzzers: small, quick, and total. Every string of bytes is a valid case, so
// that a fuzzer which knows nothing of cases can drive a target too.
//
//   1            1 flush, 2 same_array, 4 times the number of the leftovers
//   4            the float argument, where the operation has one
//   4 each       the integers
//   3 each       the arrays: how many elements (2), where it lies: shift, and 64 for before
//                rather than behind, 128 for an output array that is stored in full
//   the rest     the elements of the arrays in order, as in memory; of an output array that is not
//                stored in full one word, which fills it
//
// All numbers are little endian. What is missing at the end is zero. Where there is less than the
// counts ask for, all arrays get their share.
//
// Or kGenerated, and 8 bytes of a seed: the case that the operation's generator makes of it, with
// as many elements as a small slot of the arena holds. That is how a fuzzer, whose inputs are
// short, meets the hundredth bone and the thousandth vertex.
#pragma once

#include "cases/case.h"

namespace ulna {

/// Cases that bytes can hold have fewer elements in each array, and no integer that is as large.
inline constexpr size_t kSmallCounts = size_t{1} << 16;

inline constexpr uint8_t kGenerated = 'G';

/// A valid case, for any bytes. Its arrays take memory in proportion to the bytes, or are those of
/// a generated case.
Case case_from_bytes(const Operation& operation, std::span<const uint8_t> bytes);

/// Writes a valid case and returns its length; 0 if it does not fit or is not small. It reads back
/// bit for bit, but for the note.
size_t bytes_from_case(const Case& c, std::span<uint8_t> bytes);

/// Writes the bytes that stand for a generated case. They fill the whole span, at least 9 bytes:
/// among inputs that do the same libFuzzer keeps the shortest, and a large case is no short one.
void put_generated(uint64_t seed, std::span<uint8_t> bytes);

} // namespace ulna
