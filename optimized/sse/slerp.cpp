#include "../common/operations.h"
#include "../common/slerp_table.h"
#include "single_quat.h"

namespace {

inline __m128d madd(__m128d a, __m128d b, __m128d c) {
  return _mm_add_pd(_mm_mul_pd(a, b), c);
}

// The sum that slerp_table.h calls R, of the power k of x.
inline __m128d row(int k, __m128d t_squared) {
  __m128d sum = _mm_load1_pd(&slerp_table[k][slerp_t_terms - 1]);
#pragma GCC unroll 4
  for (int m = slerp_t_terms - 2; m >= 0; m--)
    sum = madd(sum, t_squared, _mm_load1_pd(&slerp_table[k][m]));
  return sum;
}

} // namespace

// The polynomial for both scales at once, in double: with one x for one lerp, its coefficients are
// used as soon as they are made. Lane 0 is of 1 - t, lane 1 of t.
void slerp(const float a[4], const float b[4], float t, float out[4]) {
  const __m128 from = _mm_loadu_ps(a);
  const __m128 to = _mm_loadu_ps(b);
  const __m128 cosine = dot(from, to);
  const __m128d one = _mm_set1_pd(1.0);
  const __m128d x = _mm_sub_pd(one, _mm_cvtps_pd(abs_of(cosine)));
  const double lerp = t;
  const __m128d ends = _mm_setr_pd(1.0 - lerp, lerp);
  const __m128d t_squared = _mm_mul_pd(ends, ends);
  __m128d sum = row(slerp_x_terms - 1, t_squared);
  for (int k = slerp_x_terms - 2; k >= 0; k--) sum = madd(sum, x, row(k, t_squared));
  const __m128d factor = _mm_mul_pd(ends, _mm_sub_pd(one, t_squared));
  const __m128 scales = _mm_cvtpd_ps(madd(sum, _mm_mul_pd(factor, x), ends));
  const __m128 scale_to = with_sign(splat<1>(scales), sign_of(cosine));
  _mm_storeu_ps(out, combine(from, splat<0>(scales), to, scale_to));
}
