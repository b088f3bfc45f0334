#include "quats.h"

#include <math.h>

void nlerp(const float a[4], const float b[4], float t, float out[4]) {
  const double scale_b = dot(a, b) < 0 ? -(double)t : t;
  double sum[4];
  double square = 0;
  for (int i = 0; i < 4; ++i) {
    sum[i] = (1 - (double)t) * a[i] + scale_b * b[i];
    square += sum[i] * sum[i];
  }
  for (int i = 0; i < 4; ++i) out[i] = (float)(sum[i] / sqrt(square));
}
