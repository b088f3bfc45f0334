#include "../common/four_floats.h"
#include "../common/operations.h"
#include "method.h"

void sin_zero_half_pi(float* out, const float* in, int32_t n) {
  map_floats([](__m128 angle) { return sin_zero_half_pi(angle); }, out, n, in);
}
