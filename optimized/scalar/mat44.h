// Vectors by 4x4 matrices, each product weighted on its own.
#ifndef ULNA_SCALAR_MAT44_H
#define ULNA_SCALAR_MAT44_H

#include "ulna/port.h"

inline void add_normal(float* sum, float weight, const float* n, const float* m) {
  for (int c = 0; c < 3; c++) sum[c] += weight * (n[0] * m[c] + n[1] * m[4 + c] + n[2] * m[8 + c]);
}

inline void add_position(float* sum, float weight, const float* p, const float* m) {
  for (int c = 0; c < 3; c++)
    sum[c] += weight * (p[0] * m[c] + p[1] * m[4 + c] + p[2] * m[8 + c] + m[12 + c]);
}

inline void store(float* out, const float* v) {
  for (int c = 0; c < 3; c++) out[c] = v[c];
}

#endif
