// The matrices of a vertex, weighted and added up.
#ifndef ULNA_AVX512_BLENDED_H
#define ULNA_AVX512_BLENDED_H

#include "../common/unrolled.h"
#include "matrices.h"

inline __m512 load(const ulna_mat44& mat) {
  return _mm512_loadu_ps(mat.m);
}

template <int Influences, class Matrix, class Index>
[[gnu::always_inline]] inline __m512 blended(const Matrix* matrices, const Index* indices,
                                             const float* weights) {
  __m512 sum = _mm512_mul_ps(load(matrices[indices[0]]), _mm512_set1_ps(weights[0]));
  unrolled<Influences - 1>([&](auto k) __attribute__((always_inline)) {
    sum = _mm512_fmadd_ps(load(matrices[indices[k + 1]]), _mm512_set1_ps(weights[k + 1]), sum);
  });
  return sum;
}

#endif
