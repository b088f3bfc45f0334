/* Single quaternions in the double precision of the C library: what a mathematics library can be
 * compared with. Contracts: ulna/port.h. */
#ifndef ULNA_LIBM_QUATS_H
#define ULNA_LIBM_QUATS_H

#include "ulna/port.h"

void slerp(const float a[4], const float b[4], float t, float out[4]);
void nlerp(const float a[4], const float b[4], float t, float out[4]);

/* The cosine of the angle between unit quaternions. */
static inline double dot(const float a[4], const float b[4]) {
  double sum = 0;
  for (int i = 0; i < 4; ++i) sum += (double)a[i] * b[i];
  return sum;
}

#endif
