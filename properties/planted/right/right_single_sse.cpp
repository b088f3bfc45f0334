// In vectors that need no alignment, and normalised with a step of Newton.
#include "../single_quats.h"

using namespace ulna::planted;

namespace {

float sum(__m128 v) {
  v = _mm_add_ps(v, _mm_movehl_ps(v, v));
  return _mm_cvtss_f32(_mm_add_ss(v, _mm_shuffle_ps(v, v, 1)));
}

void nlerp(const float a[4], const float b[4], float t, float out[4]) {
  const __m128 from = _mm_loadu_ps(a);
  const __m128 to = _mm_loadu_ps(b);
  const float signed_t = sum(_mm_mul_ps(from, to)) < 0 ? -t : t;
  const __m128 q =
      _mm_add_ps(_mm_mul_ps(from, _mm_set1_ps(1 - t)), _mm_mul_ps(to, _mm_set1_ps(signed_t)));
  const float square = sum(_mm_mul_ps(q, q));
  const float estimate = _mm_cvtss_f32(_mm_rsqrt_ss(_mm_set_ss(square)));
  const float scale = 0.5f * estimate * (3 - square * estimate * estimate);
  _mm_storeu_ps(out, _mm_mul_ps(q, _mm_set1_ps(scale)));
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("right_single_sse", &ulna_port::nlerp, nlerp);
}
