// The approximations of J.M.P. van Waveren, Slerping Clock Cycles, 2005, as that paper describes
// them, in code of our own. They are here to be judged, not to be improved.
#ifndef ULNA_PUBLISHED_METHOD_H
#define ULNA_PUBLISHED_METHOD_H

#include "../common/four_quats.h"

// The coefficients are from the highest power of x * x down; the lowest is 1 in every case.
template <int Count>
inline __m128 odd_polynomial(const float (&coefficients)[Count], __m128 x) {
  const __m128 square = _mm_mul_ps(x, x);
  __m128 sum = _mm_set1_ps(coefficients[0]);
  for (int i = 1; i < Count; i++) {
    sum = _mm_add_ps(_mm_mul_ps(sum, square), _mm_set1_ps(coefficients[i]));
  }
  sum = _mm_add_ps(_mm_mul_ps(sum, square), _mm_set1_ps(1.0f));
  return _mm_mul_ps(sum, x);
}

// Section 6: rsqrtps with one Newton step, (r*r*x - 3) * (-r/2).
inline __m128 inverse_sqrt(__m128 x) {
  const __m128 r = _mm_rsqrt_ps(x);
  const __m128 residue = _mm_sub_ps(_mm_mul_ps(_mm_mul_ps(x, r), r), _mm_set1_ps(3.0f));
  return _mm_mul_ps(residue, _mm_mul_ps(r, _mm_set1_ps(-0.5f)));
}

// Section 6: rcpps with one Newton step, 2r - x*r*r.
inline __m128 reciprocal(__m128 x) {
  const __m128 r = _mm_rcp_ps(x);
  return _mm_sub_ps(_mm_add_ps(r, r), _mm_mul_ps(_mm_mul_ps(x, r), r));
}

// Sections 5 and 6: the sine of an angle in 0 .. pi/2.
inline __m128 sin_zero_half_pi(__m128 angle) {
  static const float coefficients[] = {-2.39e-8f, 2.7526e-6f, -1.98409e-4f, 8.3333315e-3f,
                                       -1.666666664e-1f};
  return odd_polynomial(coefficients, angle);
}

// Sections 5 and 6: the arc tangent of y / x, neither of them negative. The smaller is divided by
// the larger; where that turns the quotient over, the angle is counted back from pi/2.
inline __m128 atan_positive(__m128 y, __m128 x) {
  static const float coefficients[] = {0.0028662257f,  -0.0161657367f, 0.0429096138f,
                                       -0.0752896400f, 0.1065626393f,  -0.1420889944f,
                                       0.1999355085f,  -0.3333314528f};
  const __m128 smaller = _mm_min_ps(x, y);
  const __m128 larger = _mm_max_ps(y, x);
  const __m128 turned = _mm_cmpeq_ps(x, smaller);
  const __m128 quotient = _mm_mul_ps(smaller, reciprocal(larger));
  const __m128 signed_quotient = with_sign(quotient, sign_of(turned));
  const __m128 start = _mm_and_ps(turned, _mm_set1_ps(1.57079632679f));
  return _mm_add_ps(odd_polynomial(coefficients, signed_quotient), start);
}

struct Scales {
  __m128 from, to;
};

// Section 5 and the listing of appendix A: the scales of slerp by the sine and the arc tangent. A
// sine of zero is replaced by something tiny; the paper does not say how tiny.
inline Scales slerp_scales(__m128 signed_cosine, __m128 t) {
  const __m128 sign = sign_of(signed_cosine);
  const __m128 cosine = with_sign(signed_cosine, sign);
  const __m128 square = _mm_mul_ps(signed_cosine, signed_cosine);
  const __m128 difference = _mm_sub_ps(_mm_set1_ps(1.0f), square);
  const __m128 is_zero = _mm_cmpeq_ps(_mm_setzero_ps(), difference);
  const __m128 sine_squared =
      _mm_or_ps(abs_of(difference), _mm_and_ps(is_zero, _mm_set1_ps(1e-10f)));
  const __m128 inverse_sine = inverse_sqrt(sine_squared);
  const __m128 angle = atan_positive(_mm_mul_ps(sine_squared, inverse_sine), cosine);
  const __m128 angle_to = _mm_mul_ps(t, angle);
  const __m128 angle_from = _mm_sub_ps(angle, angle_to);
  return {_mm_mul_ps(sin_zero_half_pi(angle_from), inverse_sine),
          with_sign(_mm_mul_ps(sin_zero_half_pi(angle_to), inverse_sine), sign)};
}

// a + (b - a) * t
inline void lerp_translation(ulna_joint_quat& joint, const ulna_joint_quat& blend, __m128 t) {
  const __m128 from = load(joint.t);
  store(joint.t, _mm_add_ps(_mm_mul_ps(_mm_sub_ps(load(blend.t), from), t), from));
}

// a + b * scale
inline __m128 add_scaled(__m128 a, __m128 b, __m128 scale) {
  return _mm_add_ps(_mm_mul_ps(b, scale), a);
}

// The dot products of four joints, from x to w.
inline __m128 dot_in_order(const FourQuats& a, const FourQuats& b) {
  __m128 sum = _mm_add_ps(_mm_mul_ps(a.x, b.x), _mm_mul_ps(a.y, b.y));
  sum = _mm_add_ps(sum, _mm_mul_ps(a.z, b.z));
  return _mm_add_ps(sum, _mm_mul_ps(a.w, b.w));
}

// The dot product of the joints that are left over, in lane 0: (x + z) + (y + w).
inline __m128 horizontal_dot(__m128 a, __m128 b) {
  const __m128 products = _mm_mul_ps(a, b);
  const __m128 halves = _mm_add_ps(products, _mm_movehl_ps(products, products));
  return _mm_add_ss(splat<1>(halves), halves);
}

#endif
