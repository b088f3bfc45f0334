// The polynomial of slerp_table.h for the t of a call, for ports with AVX2 and FMA. Short calls
// feel what its coefficients cost, so they are made four at a time.
#ifndef ULNA_OPTIMIZED_SLERP_COEFFICIENTS_H
#define ULNA_OPTIMIZED_SLERP_COEFFICIENTS_H

#include "slerp_columns.h"
#include "unrolled.h"

#include <immintrin.h>

// Those of one scale, as floats.
struct SlerpCoefficients {
  float leading;    // of x to the power of 0
  __m128 others[3]; // of its powers 1 to 4, 5 to 8, and 9
};

// 0 < t < 1
inline SlerpCoefficients slerp_coefficients(double t) {
  const double t2 = t * t;
  const __m256d square = _mm256_set1_pd(t2);
  const __m256d factor = _mm256_set1_pd(t * (1.0 - t2));
  SlerpCoefficients result;
  result.leading = static_cast<float>(t);
  unrolled<3>([&](auto part) {
    const auto column = [&](int m) { return _mm256_load_pd(slerp_columns.of[m] + 4 * part); };
    __m256d sum = column(slerp_t_terms - 1);
    unrolled<slerp_t_terms - 1>(
        [&](auto m) { sum = _mm256_fmadd_pd(sum, square, column(slerp_t_terms - 2 - m)); });
    result.others[part] = _mm256_cvtpd_ps(_mm256_mul_pd(sum, factor));
  });
  return result;
}

// The sum of c[k] * x^k. Even and odd powers are summed apart, since two short chains of operations
// are done before a long one; but for the last two, whose roundings count most.
// multiply_add(a, b, c) is a * b + c, rounded once.
template <class Vector, class MultiplyAdd>
inline Vector slerp_polynomial(const Vector (&c)[slerp_x_terms + 1], Vector x, Vector x_squared,
                               MultiplyAdd multiply_add) {
  static_assert(slerp_x_terms == 9);
  Vector even = c[8];
  Vector odd = c[9];
  unrolled<3>([&](auto k) __attribute__((always_inline)) {
    even = multiply_add(even, x_squared, c[6 - 2 * k]);
    odd = multiply_add(odd, x_squared, c[7 - 2 * k]);
  });
  const Vector from_second = multiply_add(odd, x, even);
  const Vector from_first = multiply_add(from_second, x, c[1]);
  return multiply_add(from_first, x, c[0]);
}

#endif
