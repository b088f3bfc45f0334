// What the terms of a weighted sum are like where its error is large: the bound is met where every
// product and every partial sum is just above a power of two and rounds the same way.
#pragma once

#include "base/random.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ulna {

/// Just above one; rarely just below, as partial sums may have to give way.
inline float near_one(Random& random) {
  const int power = -random.between(1, 14);
  const double above = std::ldexp(random.unit(), power);
  return static_cast<float>(random.one_in(16) ? 1 - above / 2 : 1 + above);
}

/// How the sizes of the terms of a sum are chosen. Their signs are the same: what cancels makes
/// the bound smaller in units of the result, not the error larger in units of the bound.
enum class Terms {
  doubling,  ///< partial sums are powers of two, in order or as a tree
  one_large, ///< the others are half an ulp of it and a little more: each sum rounds all of that up
};

/// The exponents of the 4 n terms of one row.
inline std::vector<int> exponents(Terms terms, size_t count, Random& random) {
  constexpr int kHalfUlp = -24;
  std::vector<int> out(count, terms == Terms::one_large ? kHalfUlp : 0);
  if (terms == Terms::one_large) {
    out[random.below(count)] = 0;
  } else if (random.one_in(2)) {
    for (size_t k = 1; k < count; ++k) out[k] = static_cast<int>(k) - 1;
  }
  if (random.one_in(2)) std::reverse(out.begin(), out.end());
  return out;
}

/// A kind for each number of influences, as each has a bound of its own to come near to, and for
/// each choice of terms.
inline constexpr size_t kHuntedInfluences = 4;
inline constexpr size_t kKindsOfSums = 2 * kHuntedInfluences;

inline size_t influences_of_kind(size_t kind) {
  return kind % kHuntedInfluences + 1;
}
inline Terms terms_of_kind(size_t kind) {
  return kind < kHuntedInfluences ? Terms::doubling : Terms::one_large;
}

} // namespace ulna
