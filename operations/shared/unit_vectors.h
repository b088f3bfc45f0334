// What an operation owes that normalises a sum of weighted products.
#pragma once

#include "operations/shared/bounds.h"
#include "reference/unit_vector.h"

namespace ulna::unit_vectors {

/// How far the length of a normalised vector may be from 1: RSQRTPS is off by 1.5 * 2^-12 at most,
/// relative (Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, RSQRTPS); the
/// root of the sum of squares, which was rounded by gamma_3, by less than gamma_2; and root,
/// reciprocal and product round once each.
inline constexpr double kReciprocalRootError = 1.5 * 0x1p-12;
double length_bound();

/// The domain of what is normalised. Beyond these lengths squares would lose digits or overflow.
inline constexpr double kLeastLength = 0x1p-32;
inline constexpr double kMostLength = 0x1p32;
/// How much longer the vector is than what its components may be off by together.
inline constexpr double kLeastCertainty = 16;

/// A vector whose components are sums of weighted products.
struct Summed {
  std::array<reference::SkinSum, 3> sums; ///< on the rung `fast`: bounds and domain
  std::array<reference::Approx, 3> exact; ///< on the rung asked for, if it is another one
  size_t products;                        ///< of each sum: three for each influence
};

/// What is owed for three words from `word` on: the direction of the vector, and a length of 1. The
/// bounds are derived in docs/bounds.md, "Unit vectors". Outside the domain all three are unjudged.
void expect_unit_vector(const Summed& s, reference::Rung rung, const Allowance& allowed,
                        size_t word, Expectation& e);

} // namespace ulna::unit_vectors
