#include "../common/four_floats.h"
#include "../common/operations.h"
#include "method.h"

void reciprocal_sqrt(float* out, const float* in, int32_t n) {
  map_floats([](__m128 x) { return inverse_sqrt(x); }, out, n, in);
}
