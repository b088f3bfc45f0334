/* A Slerp that takes the longer way round, called by the adapter. */
#include <math.h>

static float __attribute__((noinline)) dot(const float* a, const float* b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

static void __attribute__((noinline))
long_way(const float* a, const float* b, float t, float* out) {
  const double angle = acos(fmax(fmin(dot(a, b), 1), -1)), sine = sin(angle);
  for (int i = 0; i < 4; ++i)
    out[i] =
        (float)(sine > 0 ? (sin((1 - t) * angle) * a[i] + sin(t * angle) * b[i]) / sine : a[i]);
}

#define ULNA_NAME "adapted"
#define ULNA_SLERP(a, b, t, out) long_way(a, b, t, out)
#include <ulna/adapt.h>
