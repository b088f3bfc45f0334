// The matrices of a vertex, weighted and added up. How a matrix is held is its own: load(matrix),
// multiply(held, weight) and multiply_add(held, weight, sum).
#ifndef ULNA_AVX2_BLENDED_H
#define ULNA_AVX2_BLENDED_H

#include "../common/unrolled.h"

#include <immintrin.h>

template <int Influences, class Matrix, class Index>
[[gnu::always_inline]] inline auto blended(const Matrix* matrices, const Index* indices,
                                           const float* weights) {
  auto sum = multiply(load(matrices[indices[0]]), _mm256_broadcast_ss(weights));
  unrolled<Influences - 1>([&](auto k) __attribute__((always_inline)) {
    sum = multiply_add(load(matrices[indices[k + 1]]), _mm256_broadcast_ss(weights + k + 1), sum);
  });
  return sum;
}

#endif
