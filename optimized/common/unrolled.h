// Loops written out, so that what they count can be part of an instruction.
#ifndef ULNA_OPTIMIZED_UNROLLED_H
#define ULNA_OPTIMIZED_UNROLLED_H

#include <utility>

// step(0), step(1) and so on, each number as a type of its own.
template <int Count, class Step>
[[gnu::always_inline]] inline void unrolled(Step&& step) {
  [&]<int... I>(std::integer_sequence<int, I...>) __attribute__((always_inline)) {
    (step(std::integral_constant<int, I>{}), ...);
  }
  (std::make_integer_sequence<int, Count>{});
}

#endif
