// The matrices of a vertex, weighted and added up.
#ifndef ULNA_AVX2_BLENDED_H
#define ULNA_AVX2_BLENDED_H

#include "../common/unrolled.h"

#include <immintrin.h>

template <int Influences, class Matrix, class Index>
inline auto blended(const Matrix* matrices, const Index* indices, const float* weights) {
  auto sum = multiply(load(matrices[indices[0]]), _mm256_broadcast_ss(weights));
  unrolled<Influences - 1>([&](auto k) {
    sum = multiply_add(load(matrices[indices[k + 1]]), _mm256_broadcast_ss(weights + k + 1), sum);
  });
  return sum;
}

#endif
