#include "../common/four_floats.h"
#include "../common/operations.h"

// The root and the quotient round once each; no approximation that differs between machines.
static __m128 reciprocal_root(__m128 x) {
  return _mm_div_ps(_mm_set1_ps(1.0f), _mm_sqrt_ps(x));
}

void reciprocal_sqrt(float* out, const float* in, int32_t n) {
  map_floats(reciprocal_root, out, n, in);
}
