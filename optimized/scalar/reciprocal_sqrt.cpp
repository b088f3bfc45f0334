#include "../common/operations.h"

#include <cmath>

// In double, so that the only rounding that counts is the last one.
void reciprocal_sqrt(float* out, const float* in, int32_t n) {
  for (int32_t i = 0; i < n; i++) {
    out[i] = static_cast<float>(1.0 / std::sqrt(static_cast<double>(in[i])));
  }
}
