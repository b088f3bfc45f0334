/* Weighted matrices and what they make of vectors, in plain C. */
#ifndef ULNA_BENCH_MATRICES_H
#define ULNA_BENCH_MATRICES_H

#include <string.h>
#include <ulna/port.h>

/* Written out, as compilers keep in registers only what no loop counts. */
static inline void add_weighted(float* sum, float weight, const float* row) {
  sum[0] += weight * row[0];
  sum[1] += weight * row[1];
  sum[2] += weight * row[2];
  sum[3] += weight * row[3];
}

static inline void add_matrix(float* sum, float weight, const float* m) {
  add_weighted(sum, weight, m);
  add_weighted(sum + 4, weight, m + 4);
  add_weighted(sum + 8, weight, m + 8);
  add_weighted(sum + 12, weight, m + 12);
}

/* Of row vectors. */
static inline void put_position(float* to, const float* v, const float* m) {
  to[0] = v[0] * m[0] + v[1] * m[4] + v[2] * m[8] + m[12];
  to[1] = v[0] * m[1] + v[1] * m[5] + v[2] * m[9] + m[13];
  to[2] = v[0] * m[2] + v[1] * m[6] + v[2] * m[10] + m[14];
}

static inline void put_normal(float* to, const float* v, const float* m) {
  to[0] = v[0] * m[0] + v[1] * m[4] + v[2] * m[8];
  to[1] = v[0] * m[1] + v[1] * m[5] + v[2] * m[9];
  to[2] = v[0] * m[2] + v[1] * m[6] + v[2] * m[10];
}

#endif
