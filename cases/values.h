// What the floats of a generated mesh are like.
#pragma once

#include "base/bits.h"
#include "cases/operation.h"

#include <array>

namespace ulna {

enum class Values {
  character,  ///< rigid joints, weights that add up to one, a model of human size
  free,       ///< any exponents around one, weights of any sign and sum
  tiny,       ///< products around the smallest normal number and below
  huge,       ///< sums close below the overflow limit
  cancelling, ///< influences that come in opposite pairs
  special,    ///< a character with zeros, denormals, NaNs, infinities among its floats
  any_bits    ///< random bit patterns
};
constexpr Values kAllValues[] = {Values::character, Values::character, Values::free,
                                 Values::tiny,      Values::huge,      Values::cancelling,
                                 Values::special,   Values::any_bits};

/// Whether the case is a character, but for what is sprinkled over it.
inline bool is_real(Values values) {
  return values == Values::character || values == Values::special;
}

/// One float of a kind. Three factors multiply in weighted forms, two in others, so tiny and huge
/// exponents are chosen for the product of `factors`.
inline float value_of(Values values, int factors, Random& r) {
  switch (values) {
  case Values::tiny:
    return r.one_in(8) ? std::bit_cast<float>(uint32_t(r.below(1u << 23)))
                       : static_cast<float>(r.scaled(-150 / factors - 6, -120 / factors + 4));
  case Values::huge:
    return static_cast<float>(r.scaled(100 / factors, 118 / factors));
  case Values::any_bits:
    return r.any_bits();
  default:
    return static_cast<float>(r.one_in(4) ? r.scaled(-20, 20) : r.scaled(-3, 3));
  }
}

/// A rotation by rows, for column vectors.
inline std::array<double, 9> random_rotation(Random& r) {
  double q[4];
  double norm = 0;
  for (double& x : q) {
    x = r.uniform(-1, 1);
    norm += x * x;
  }
  norm = std::sqrt(std::max(norm, 1e-3));
  const double x = q[0] / norm, y = q[1] / norm, z = q[2] / norm, w = q[3] / norm;
  return {1 - 2 * (y * y + z * z), 2 * (x * y - z * w),     2 * (x * z + y * w),
          2 * (x * y + z * w),     1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
          2 * (x * z - y * w),     2 * (y * z + x * w),     1 - 2 * (x * x + y * y)};
}

/// What an output array holds before the call: of it must remain what the call has to leave alone,
/// bit by bit.
inline void fill_output(Array& array, Bits kind, Random& r) {
  for (size_t i = 0; i < array.words(); ++i) array.set_word(i, word_of(kind, r));
}

/// Of all kinds, or all of one: a port may look at several words before it rewrites them.
inline void fill_output(Array& array, Random& r) {
  fill_output(array, r.one_in(2) ? Bits::mixed : r.pick(kAllBits), r);
}

/// The edge cases of what must remain: each kind, for callers who flush and those who do not.
constexpr uint64_t kNumKept = 2 * std::size(kAllBits);
inline void keep_edge(Case& c, uint64_t i, Random& r) {
  for (size_t a = 0; a < c.arrays.size(); ++a)
    if (c.operation->arrays[a].output) fill_output(c.arrays[a], kAllBits[i / 2], r);
  c.flush = i % 2;
}

} // namespace ulna
