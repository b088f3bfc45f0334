#include "../common/four_floats.h"
#include "../common/operations.h"
#include "method.h"

void atan_positive(float* out, const float* y, const float* x, int32_t n) {
  map_floats([](__m128 y4, __m128 x4) { return atan_positive(y4, x4); }, out, n, y, x);
}
