// Seeds: a few small edge cases of the generators for each operation.
#pragma once

#include "corpus/store.h"

namespace ulna::corpus {

inline constexpr size_t kMaxSeeds = 25;       ///< of one operation
inline constexpr size_t kMaxSeedBytes = 4096; ///< of one file

/// The seeds of an operation: of its generator's edge cases, cut down to a few elements, those
/// which together have as many different features as kMaxSeeds cases can: counts, places, strides,
/// environments, kinds of floats. The same every time, but for the date.
std::vector<Entry> seeds(const Operation& op);

/// Brings the seeds in a corpus up to date: adds what is missing, removes what an earlier generator
/// made. Those that somebody added stay.
Changes renew_seeds(std::span<const Operation* const> operations, std::span<const Entry> known);

} // namespace ulna::corpus
