// The products of a joint matrix with the vectors of a vertex.
#ifndef ULNA_AVX2_PRODUCTS_H
#define ULNA_AVX2_PRODUCTS_H

#include "matrices.h"

// base: position, normal and tangent
inline void store_products(ulna_vertex& vert, const Rows& mat, const ulna_vec4* base) {
  const __m256 position = _mm256_mul_ps(mat.xy, load_for_rows(base[0]));
  const __m256 normal = _mm256_mul_ps(mat.xy, load_for_rows(base[1]));
  const __m256 tangent = _mm256_mul_ps(mat.xy, load_for_rows(base[2]));
  const __m256 z = _mm256_mul_ps(_mm256_set_m128(mat.z, mat.z), _mm256_loadu_ps(&base[0].x));
  const __m128 tangent_z = _mm_mul_ps(mat.z, _mm_load_ps(&base[2].x));

  const __m256 all = sums(position, normal, tangent, z);
  const __m128 low = _mm256_castps256_ps128(all);    // of position, normal, tangent: x; position.z
  const __m128 high = _mm256_extractf128_ps(all, 1); // of position, normal, tangent: y; normal.z
  const __m128 xy = _mm_unpacklo_ps(low, high);
  const __m128 xy_and_z = _mm_unpackhi_ps(low, high);
  const __m128 half = _mm_add_ps(tangent_z, _mm_movehl_ps(tangent_z, tangent_z));
  store_low(&vert.position.x, xy);
  store_lane<2>(&vert.position.z, xy_and_z);
  store_high(&vert.normal.x, xy);
  store_lane<3>(&vert.normal.z, xy_and_z);
  store_low(&vert.tangent.x, xy_and_z);
  store_lane<0>(&vert.tangent.z, _mm_add_ss(half, _mm_movehdup_ps(half)));
}

#endif
