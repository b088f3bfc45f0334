// Four vertices at a time: quarter c of a register has their components c. The last quarter takes
// no part.
#ifndef ULNA_AVX512_FOUR_VERTS_H
#define ULNA_AVX512_FOUR_VERTS_H

#include "blended.h"

// In each quarter: the x, y and z of four vectors.
struct FourVectors {
  __m512 x, y, z;
};

// What the components are made of: what x, y and z are multiplied by, and what is added.
struct FourMatrices {
  __m512 x, y, z, move;
};

// Each quarter is transposed on its own.
inline FourMatrices transposed(__m512 a, __m512 b, __m512 c, __m512 d) {
  const __m512 ab_low = _mm512_unpacklo_ps(a, b);
  const __m512 ab_high = _mm512_unpackhi_ps(a, b);
  const __m512 cd_low = _mm512_unpacklo_ps(c, d);
  const __m512 cd_high = _mm512_unpackhi_ps(c, d);
  return {_mm512_shuffle_ps(ab_low, cd_low, _MM_SHUFFLE(1, 0, 1, 0)),
          _mm512_shuffle_ps(ab_low, cd_low, _MM_SHUFFLE(3, 2, 3, 2)),
          _mm512_shuffle_ps(ab_high, cd_high, _MM_SHUFFLE(1, 0, 1, 0)),
          _mm512_shuffle_ps(ab_high, cd_high, _MM_SHUFFLE(3, 2, 3, 2))};
}

// Of the vertices from i on, each quarter a row of their matrices.
template <int Influences, class Verts>
[[gnu::always_inline]] inline FourMatrices four_matrices(const Verts& verts, ptrdiff_t i) {
  const auto matrix = [&](ptrdiff_t at) __attribute__((always_inline)) {
    return blended<Influences>(verts.matrices, verts.indices + Influences * at,
                               verts.weights + Influences * at);
  };
  return transposed(matrix(i), matrix(i + 1), matrix(i + 2), matrix(i + 3));
}

inline __m512 turned(const FourVectors& v, const FourMatrices& by) {
  return _mm512_fmadd_ps(v.z, by.z, _mm512_fmadd_ps(v.y, by.y, _mm512_mul_ps(v.x, by.x)));
}

inline __m512 moved(const FourVectors& v, const FourMatrices& by) {
  return _mm512_fmadd_ps(v.z, by.z,
                         _mm512_fmadd_ps(v.y, by.y, _mm512_fmadd_ps(v.x, by.x, by.move)));
}

// Quarter i: for the vectors of v[i]. A root and a division: see sse/unit_normals.h.
inline __m512 inverse_lengths(const __m512 (&v)[4]) {
  const __m512 xy_low = _mm512_shuffle_f32x4(v[0], v[1], _MM_SHUFFLE(1, 0, 1, 0));
  const __m512 xy_high = _mm512_shuffle_f32x4(v[2], v[3], _MM_SHUFFLE(1, 0, 1, 0));
  const __m512 z_low = _mm512_shuffle_f32x4(v[0], v[1], _MM_SHUFFLE(2, 2, 2, 2));
  const __m512 z_high = _mm512_shuffle_f32x4(v[2], v[3], _MM_SHUFFLE(2, 2, 2, 2));
  const __m512 x = _mm512_shuffle_f32x4(xy_low, xy_high, _MM_SHUFFLE(2, 0, 2, 0));
  const __m512 y = _mm512_shuffle_f32x4(xy_low, xy_high, _MM_SHUFFLE(3, 1, 3, 1));
  const __m512 z = _mm512_shuffle_f32x4(z_low, z_high, _MM_SHUFFLE(2, 0, 2, 0));
  const __m512 square = _mm512_fmadd_ps(z, z, _mm512_fmadd_ps(y, y, _mm512_mul_ps(x, x)));
  return _mm512_div_ps(_mm512_set1_ps(1.0f), _mm512_sqrt_ps(square));
}

inline void store_four(ulna_mesh_vertex* dst, __m512 positions, __m512 normals) {
  const __m512i first = _mm512_setr_epi32(0, 4, 8, 16, 20, 24, 1, 5, 9, 17, 21, 25, 2, 6, 10, 18);
  const __m512i others = _mm512_setr_epi32(22, 26, 3, 7, 11, 19, 23, 27, 0, 0, 0, 0, 0, 0, 0, 0);
  float* out = dst->position;
  _mm512_storeu_ps(out, _mm512_permutex2var_ps(positions, first, normals));
  _mm256_storeu_ps(out + 16,
                   _mm512_castps512_ps256(_mm512_permutex2var_ps(positions, others, normals)));
}

struct SkinnedFour {
  __m512 positions, normals;
};

// Sixteen vertices from dst on: skin_four(i) is those from 4 * i on, with normals of any length.
template <class SkinFour>
[[gnu::always_inline]] inline void skin_sixteen(ulna_mesh_vertex* dst, SkinFour skin_four) {
  __m512 positions[4], normals[4];
  unrolled<4>([&](auto i) __attribute__((always_inline)) {
    const SkinnedFour four = skin_four(4 * i);
    positions[i] = four.positions;
    normals[i] = four.normals;
  });
  const __m512 by = inverse_lengths(normals);
  unrolled<4>([&](auto i) __attribute__((always_inline)) {
    const __m512 by_four = _mm512_shuffle_f32x4(by, by, _MM_SHUFFLE(i, i, i, i));
    store_four(dst + 4 * i, positions[i], _mm512_mul_ps(normals[i], by_four));
  });
}

#endif
