/* The third stage of Slerping Clock Cycles (section 5): polynomials in place of the sine and the
 * arc tangent, and an inverse square root that is guessed from the bits and improved once. The
 * fourth, with SSE, is the built-in port `published`. */
#include "blend.h"

#include <math.h>

/* "Especially if the two sine calculations are inlined and properly interleaved": what is built is
 * inlined, one behind the other; the claims measure it called, and interleaved, too. */
#ifdef ULNA_CALLED_SINES
#define SINE __attribute__((noinline)) static float
#else
#define SINE static inline float
#endif

SINE sin_zero_half_pi(float angle) {
  const float s = angle * angle;
  float sum = -2.39e-8f;
  sum = sum * s + 2.7526e-6f;
  sum = sum * s - 1.98409e-4f;
  sum = sum * s + 8.3333315e-3f;
  sum = sum * s - 1.666666664e-1f;
  return (sum * s + 1.0f) * angle;
}

static void two_sines(float* a, float* b) {
#ifdef ULNA_INTERLEAVED_SINES
  static const float coefficients[] = {2.7526e-6f, -1.98409e-4f, 8.3333315e-3f, -1.666666664e-1f,
                                       1.0f};
  const float s = *a * *a, t = *b * *b;
  float sum_a = -2.39e-8f, sum_b = -2.39e-8f;
#pragma GCC unroll 5
  for (size_t i = 0; i < sizeof coefficients / sizeof *coefficients; ++i) {
    sum_a = sum_a * s + coefficients[i];
    sum_b = sum_b * t + coefficients[i];
  }
  *a *= sum_a;
  *b *= sum_b;
#else
  *a = sin_zero_half_pi(*a);
  *b = sin_zero_half_pi(*b);
#endif
}

/* Neither argument is negative. */
static float atan_positive(float y, float x) {
  static const float coefficients[] = {-0.0161657367f, 0.0429096138f, -0.0752896400f, 0.1065626393f,
                                       -0.1420889944f, 0.1999355085f, -0.3333314528f, 1.0f};
  const int turned = y > x;
  const float quotient = turned ? -x / y : y / x;
  const float s = quotient * quotient;
  float sum = 0.0028662257f;
  for (size_t i = 0; i < sizeof coefficients / sizeof *coefficients; ++i)
    sum = sum * s + coefficients[i];
  return sum * quotient + (turned ? 1.57079632679f : 0.0f);
}

static void slerp(ulna_vec4* a, const ulna_vec4* b, float t) {
  const float cosine = cosine_of(a, b);
  const float magnitude = fabsf(cosine);
  float scale_a = 1.0f - t, scale_b = t;
  if (1.0f - magnitude > 1e-6f) {
    const float sine_squared = 1.0f - magnitude * magnitude;
    const float inverse_sine = guessed_inverse_root(sine_squared);
    const float angle = atan_positive(sine_squared * inverse_sine, magnitude);
    scale_a *= angle;
    scale_b *= angle;
    two_sines(&scale_a, &scale_b);
    scale_a *= inverse_sine;
    scale_b *= inverse_sine;
  }
  add_scaled(a, scale_a, b, cosine >= 0.0f ? scale_b : -scale_b);
}

static void lerp(ulna_vec4* a, const ulna_vec4* b, float t) {
  add_scaled(a, 1.0f - t, b, cosine_of(a, b) >= 0.0f ? t : -t);
  scale_by(a, guessed_inverse_root(cosine_of(a, a)));
}

BLEND(slerp_joints, slerp)
BLEND(lerp_joints, lerp)

const ulna_port* ulna_port_v1(void) {
  static const ulna_port port = {.struct_size = sizeof(ulna_port),
                                 .name = "polynomial",
                                 .cpu_features = "",
                                 .slerp_joints = slerp_joints,
                                 .lerp_joints = lerp_joints};
  return &port;
}
