// Two vertices in a register, the position and the normal of each in a quarter of its own: their
// weighted matrices are added up, and each row is brought to all that it multiplies.
#ifndef ULNA_AVX512_WHOLE_VERTS_H
#define ULNA_AVX512_WHOLE_VERTS_H

#include "../common/unrolled.h"
#include "../common/whole_verts.h"

#include <immintrin.h>

struct SkinWholeVerts {
  static constexpr int width = 4;

  template <int Influences, class Verts>
  static void skin(const Verts& verts, ptrdiff_t first) {
    constexpr int floats = Verts::floats;
    constexpr int half = 2 * floats;
    const float* from = verts.streams[0] + floats * first;
    const __m512 low = _mm512_loadu_ps(from);
    const __m512 high = _mm512_loadu_ps(from + 2 * half - 16); // to the end of the last one
    __m512 sums[width];
    blend(verts, first, sums);
    const __m512 a = skinned(vectors<floats>(low, 0), sums[0], sums[1]);
    const __m512 b = skinned(vectors<floats>(high, 16 - half), sums[2], sums[3]);
    store(verts.dst + first, a, b, low, high);
  }

private:
  // The weighted matrices of all four are added up in step: one vertex after the other takes a
  // twentieth longer.
  template <class Verts>
  [[gnu::always_inline]] static void blend(const Verts& verts, ptrdiff_t first,
                                           __m512 (&sums)[width]) {
    const auto matrix = [&](int v, int k) __attribute__((always_inline)) {
      const FourIndices indices(verts.indices + kInfluences * (first + v));
      return _mm512_loadu_ps(verts.matrices[indices[k]].m);
    };
    __m512 weights[width];
    unrolled<width>([&](auto v) __attribute__((always_inline)) {
      weights[v] = _mm512_broadcast_f32x4(_mm_loadu_ps(verts.weights + kInfluences * (first + v)));
      sums[v] = _mm512_mul_ps(matrix(v, 0), _mm512_permute_ps(weights[v], 0));
    });
    unrolled<kInfluences - 1>([&](auto k) __attribute__((always_inline)) {
      unrolled<width>([&](auto v) __attribute__((always_inline)) {
        sums[v] = _mm512_fmadd_ps(matrix(v, k + 1), _mm512_permute_ps(weights[v], 0x55 * (k + 1)),
                                  sums[v]);
      });
    });
  }

  // Of two vertices, whose floats begin at `at`: x, y and z of position and normal, each in the
  // first lanes of a quarter.
  template <int floats>
  static __m512 vectors(__m512 two, int at) {
    const int next = at + floats;
    const __m512i each =
        _mm512_setr_epi32(at, at + 1, at + 2, 0, at + 3, at + 4, at + 5, 0, //
                          next, next + 1, next + 2, 0, next + 3, next + 4, next + 5, 0);
    return _mm512_permutexvar_ps(each, two);
  }

  // a, b: the matrices of two vertices. A normal is not moved, not even by 0 times what may be
  // infinite.
  static __m512 skinned(__m512 v, __m512 a, __m512 b) {
    const __m512 move = _mm512_maskz_shuffle_f32x4(0x0f0f, a, b, _MM_SHUFFLE(3, 3, 3, 3));
    const __m512 x = _mm512_fmadd_ps(_mm512_permute_ps(v, 0x00), rows<0>(a, b), move);
    const __m512 xy = _mm512_fmadd_ps(_mm512_permute_ps(v, 0x55), rows<1>(a, b), x);
    return _mm512_fmadd_ps(_mm512_permute_ps(v, 0xaa), rows<2>(a, b), xy);
  }

  // A row of each matrix, for a position and a normal.
  template <int Row>
  static __m512 rows(__m512 a, __m512 b) {
    return _mm512_shuffle_f32x4(a, b, _MM_SHUFFLE(Row, Row, Row, Row));
  }

  // a and b: two vertices each. What is copied is in the registers that were read.
  static void store(ulna_textured_vertex* dst, __m512 a, __m512 b, __m512 low, __m512 high) {
    const __m512i whole = _mm512_setr_epi32(0, 1, 2, 4, 5, 6, 0, 0, 8, 9, 10, 12, 13, 14, 0, 0);
    const __mmask16 skinned = 0x3f3f;
    float* to = dst->position;
    _mm512_storeu_ps(to, _mm512_mask_permutexvar_ps(low, skinned, whole, a));
    _mm512_storeu_ps(to + 16, _mm512_mask_permutexvar_ps(high, skinned, whole, b));
  }

  static void store(ulna_mesh_vertex* dst, __m512 a, __m512 b, __m512 /*low*/, __m512 /*high*/) {
    const __m512i first = _mm512_setr_epi32(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 16, 17, 18, 20);
    const __m512i others = _mm512_setr_epi32(5, 6, 8, 9, 10, 12, 13, 14, 0, 0, 0, 0, 0, 0, 0, 0);
    float* to = dst->position;
    _mm512_storeu_ps(to, _mm512_permutex2var_ps(a, first, b));
    _mm256_storeu_ps(to + 16, _mm512_castps512_ps256(_mm512_permutexvar_ps(others, b)));
  }
};

#endif
