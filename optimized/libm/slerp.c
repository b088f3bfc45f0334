#include "quats.h"

#include <math.h>

void slerp(const float a[4], const float b[4], float t, float out[4]) {
  const double cosine = dot(a, b);
  double scale_a = 1 - (double)t;
  double scale_b = t;
  if (fabs(cosine) < 1) { /* rounding may take it beyond */
    const double angle = acos(fabs(cosine));
    scale_a = sin(scale_a * angle) / sin(angle);
    scale_b = sin(scale_b * angle) / sin(angle);
  }
  if (cosine < 0) scale_b = -scale_b;
  for (int i = 0; i < 4; ++i) out[i] = (float)(scale_a * a[i] + scale_b * b[i]);
}
