// What a reference returns: a value with a bound on its own error, on one rung of the ladder.
#pragma once

#include <cmath>

namespace ulna::reference {

/// The exact value lies within `error` of `value + tail`; |tail| is at most half an ulp of value.
struct Approx {
  double value = 0;
  double tail = 0;
  double error = 0;
};

/// The rungs of the ladder, cheapest first. `wide` decides what `fast` cannot, `top` decides every
/// witness and a random sample, and rungs that disagree are a bug in ulna.
enum class Rung { fast, wide, top };

/// |got - exact|, with what is known of it. NaN and infinities pass through to `value`.
inline Approx distance(float got, const Approx& exact) {
  // The subtraction rounds by at most 2^-53 of its result, and so does that of the tail.
  const double d = std::fabs((static_cast<double>(got) - exact.value) - exact.tail);
  return {d, 0, exact.error + d * 0x1p-51};
}

/// The same for what is known of both.
inline Approx distance(const Approx& a, const Approx& b) {
  const double d = std::fabs((a.value - b.value) + (a.tail - b.tail));
  return {d, 0, a.error + b.error + d * 0x1p-51 + std::fabs(a.value) * 0x1p-105};
}

} // namespace ulna::reference
