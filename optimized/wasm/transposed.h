// Four rows turned into columns.
#ifndef ULNA_WASM_TRANSPOSED_H
#define ULNA_WASM_TRANSPOSED_H

#include "vectors.h"

struct Columns {
  v128_t x, y, z, w;
};

inline Columns transposed(v128_t a, v128_t b, v128_t c, v128_t d) {
  const v128_t ab_low = zip_low(a, b), ab_high = zip_high(a, b);
  const v128_t cd_low = zip_low(c, d), cd_high = zip_high(c, d);
  return {low_halves(ab_low, cd_low), high_halves(ab_low, cd_low), low_halves(ab_high, cd_high),
          high_halves(ab_high, cd_high)};
}

#endif
