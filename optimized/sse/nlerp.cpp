#include "../common/operations.h"
#include "single_quat.h"

void nlerp(const float a[4], const float b[4], float t, float out[4]) {
  const __m128 from = _mm_loadu_ps(a);
  const __m128 to = _mm_loadu_ps(b);
  const __m128 scale_to = with_sign(_mm_set1_ps(t), sign_of(dot(from, to)));
  const __m128 sum = combine(from, _mm_set1_ps(1.0f - t), to, scale_to);
  const __m128 inverse_norm = _mm_div_ps(_mm_set1_ps(1.0f), _mm_sqrt_ps(dot(sum, sum)));
  _mm_storeu_ps(out, _mm_mul_ps(sum, inverse_norm));
}
