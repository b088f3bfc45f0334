#include "../common/operations.h"

#include <cmath>

// In double, so that the only rounding that counts is the last one.
void atan_positive(float* out, const float* y, const float* x, int32_t n) {
  for (int32_t i = 0; i < n; i++) {
    out[i] = static_cast<float>(std::atan2(static_cast<double>(y[i]), static_cast<double>(x[i])));
  }
}
