/* For adapt_test.py: a Slerp of W quaternions at a time, as C11 and as C++17. */
#include <math.h>

#ifndef W
#define W 1
#endif
#ifndef EACH_BLENDED
#define EACH_BLENDED (void)0
#endif

typedef struct Quats {
#ifdef ULNA_WXYZ
  float w[W], x[W], y[W], z[W];
#else
  float x[W], y[W], z[W], w[W];
#endif
} Quats;

static Quats blended(const Quats* a, const Quats* b, float t) {
  Quats out;
  for (int i = 0; i < W; ++i) {
    const double cosine = (double)a->x[i] * b->x[i] + (double)a->y[i] * b->y[i] +
                          (double)a->z[i] * b->z[i] + (double)a->w[i] * b->w[i];
    const double angle = acos(fmin(fabs(cosine), 1)), sine = sin(angle);
    double of_a = sine > 0 ? sin((1 - t) * angle) / sine : 1 - t;
    double of_b = sine > 0 ? sin(t * angle) / sine : t;
#ifdef ULNA_EITHER_SIGN
    if (cosine < 0) of_a = -of_a;
#else
    if (cosine < 0) of_b = -of_b;
#endif
    out.x[i] = (float)(of_a * a->x[i] + of_b * b->x[i]);
    out.y[i] = (float)(of_a * a->y[i] + of_b * b->y[i]);
    out.z[i] = (float)(of_a * a->z[i] + of_b * b->z[i]);
    out.w[i] = (float)(of_a * a->w[i] + of_b * b->w[i]);
    EACH_BLENDED;
  }
  return out;
}

#define ULNA_NAME "quaternions"
#define ULNA_WIDTH W
#define ULNA_QUATERNION Quats
#define ULNA_SLERP(a, b, t, out) out = blended(&a, &b, t)
#include <ulna/adapt.h>
