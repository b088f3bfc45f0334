// The products of a joint matrix with the vectors of a vertex.
#ifndef ULNA_AVX512_PRODUCTS_H
#define ULNA_AVX512_PRODUCTS_H

#include "matrices.h"

// base: position, normal and tangent
inline void store_products(ulna_vertex& vert, __m512 mat, const ulna_vec4* base) {
  const __mmask16 all_xyz = 0x0777;
  const __m512 position = _mm512_mul_ps(mat, load_for_rows(base[0]));
  const __m512 normal = _mm512_mul_ps(mat, load_for_rows(base[1]));
  const __m512 tangent = _mm512_mul_ps(mat, load_for_rows(base[2]));
  _mm512_mask_storeu_ps(&vert, all_xyz, row_sums(position, normal, tangent, tangent));
}

#endif
