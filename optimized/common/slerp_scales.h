// The two scales of slerp for four joints at a time, by the polynomial of slerp_table.h.
#ifndef ULNA_OPTIMIZED_SLERP_SCALES_H
#define ULNA_OPTIMIZED_SLERP_SCALES_H

#include "four_joints.h"
#include "slerp_table.h"

class SlerpScales {
public:
  // 0 < lerp < 1
  explicit SlerpScales(float lerp) {
    const double lerp_d = static_cast<double>(lerp);
    const __m128d t = _mm_set_pd(lerp_d, 1.0 - lerp_d);
    const __m128d t2 = _mm_mul_pd(t, t);
    const __m128d factor = _mm_mul_pd(t, _mm_sub_pd(_mm_set1_pd(1.0), t2));
    set(0, t);
    for (int k = 0; k < slerp_x_terms; k++) {
      __m128d sum = _mm_set1_pd(slerp_table[k][slerp_t_terms - 1]);
      for (int m = slerp_t_terms - 2; m >= 0; m--) {
        sum = _mm_add_pd(_mm_mul_pd(sum, t2), _mm_set1_pd(slerp_table[k][m]));
      }
      set(k + 1, _mm_mul_pd(sum, factor));
    }
  }

  struct Pair {
    __m128 from, to;
  };

  // The scales for cosines that are >= 0.
  Pair at(__m128 cosine) const {
    const __m128 x = _mm_sub_ps(_mm_set1_ps(1.0f), cosine);
    __m128 from = from_[slerp_x_terms];
    __m128 to = to_[slerp_x_terms];
    for (int k = slerp_x_terms - 1; k >= 0; k--) {
      from = _mm_add_ps(_mm_mul_ps(from, x), from_[k]);
      to = _mm_add_ps(_mm_mul_ps(to, x), to_[k]);
    }
    return {from, to};
  }

private:
  void set(int power, __m128d coefficients) {
    const __m128 rounded = _mm_cvtpd_ps(coefficients);
    from_[power] = splat<0>(rounded);
    to_[power] = splat<1>(rounded);
  }

  __m128 from_[slerp_x_terms + 1], to_[slerp_x_terms + 1]; // by powers of x
};

#endif
