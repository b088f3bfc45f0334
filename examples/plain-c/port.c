/* A Slerp in plain C, as a port. */
#include <math.h>

static void my_slerp(const float* a, const float* b, float t, float* out) {
  double cosine = 0;
  for (int i = 0; i < 4; ++i) cosine += (double)a[i] * b[i];
  const double angle = acos(fmin(fabs(cosine), 1));
  const double sine = sin(angle);
  const double of_a = sine > 0 ? sin((1 - t) * angle) / sine : 1 - t;
  const double of_b = sine > 0 ? sin(t * angle) / sine : t;
  for (int i = 0; i < 4; ++i) out[i] = (float)(of_a * a[i] + (cosine < 0 ? -of_b : of_b) * b[i]);
}

#define ULNA_NAME "plain-c"
#define ULNA_SLERP(a, b, t, out) my_slerp(a, b, t, out)
#include <ulna/adapt.h>
