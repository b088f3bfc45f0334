// Two vertices at a time, each in a half of its own: their weighted matrices are added up, and each
// row of the two is brought into one register.
#ifndef ULNA_AVX2_WHOLE_VERTS_H
#define ULNA_AVX2_WHOLE_VERTS_H

#include "../common/unrolled.h"
#include "../common/whole_verts.h"
#include "mat44_pairs.h"
#include "vectors.h"

struct SkinWholeVerts {
  static constexpr int width = 2;

  template <int Influences, class Verts>
  static void skin(const Verts& verts, ptrdiff_t first) {
    constexpr int kLast = Verts::floats - 4;
    constexpr int kY = kNormal + 1 - kLast;
    const float* from = verts.streams[0] + Verts::floats * first;
    const __m256 first_four = fours(from, from + Verts::floats);
    const __m256 last_four = fours(from + kLast, from + Verts::floats + kLast);
    const Factors by = blended(verts, first);
    const __m256 positions =
        moved({lane<0>(first_four), lane<1>(first_four), lane<2>(first_four)}, by);
    const __m256 normals =
        turned({lane<kNormal>(first_four), lane<kY>(last_four), lane<kY + 1>(last_four)}, by);
    const __m256 yz_x = _mm256_permute_ps(normals, _MM_SHUFFLE(0, 3, 2, 1));
    store(verts.dst + first, _mm256_blend_ps(positions, yz_x, 0x88), yz_x, last_four);
  }

private:
  static __m256 fours(const float* low, const float* high) {
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(low)), _mm_loadu_ps(high), 1);
  }

  template <int Lane>
  static __m256 lane(__m256 v) {
    return _mm256_permute_ps(v, _MM_SHUFFLE(Lane, Lane, Lane, Lane));
  }

  // Of both vertices the rows of their matrices, which are added up in step.
  template <class Verts>
  [[gnu::always_inline]] static Factors blended(const Verts& verts, ptrdiff_t first) {
    Mat44Pairs sums[width];
    __m256 weights[width];
    const auto matrix = [&](int v, int k) __attribute__((always_inline)) {
      const FourIndices indices(verts.indices + kInfluences * (first + v));
      return load(verts.matrices[indices[k]]);
    };
    unrolled<width>([&](auto v) __attribute__((always_inline)) {
      weights[v] = _mm256_broadcast_ps(
          reinterpret_cast<const __m128*>(verts.weights + kInfluences * (first + v)));
      sums[v] = multiply(matrix(v, 0), lane<0>(weights[v]));
    });
    unrolled<kInfluences - 1>([&](auto k) __attribute__((always_inline)) {
      unrolled<width>([&](auto v) __attribute__((always_inline)) {
        sums[v] = multiply_add(matrix(v, k + 1), lane<k + 1>(weights[v]), sums[v]);
      });
    });
    return {low_halves(sums[0].xy, sums[1].xy), high_halves(sums[0].xy, sums[1].xy),
            low_halves(sums[0].zt, sums[1].zt), high_halves(sums[0].zt, sums[1].zt)};
  }

  // first_four: what goes to the first four floats of each vertex. yz_x: then y and z of the
  // normal. last_four: what was read, of which uv goes along.
  static void store(ulna_textured_vertex* dst, __m256 first_four, __m256 yz_x, __m256 last_four) {
    const __m256 others = _mm256_blend_ps(yz_x, last_four, 0xcc);
    _mm256_storeu_ps(dst[0].position, low_halves(first_four, others));
    _mm256_storeu_ps(dst[1].position, high_halves(first_four, others));
  }

  static void store(ulna_mesh_vertex* dst, __m256 first_four, __m256 yz_x, __m256 /*last_four*/) {
    const auto store_six = [](ulna_mesh_vertex& vert, __m128 four, __m128 two) {
      _mm_storeu_ps(vert.position, four);
      _mm_storel_pi(reinterpret_cast<__m64*>(vert.normal + 1), two);
    };
    store_six(dst[0], _mm256_castps256_ps128(first_four), _mm256_castps256_ps128(yz_x));
    store_six(dst[1], _mm256_extractf128_ps(first_four, 1), _mm256_extractf128_ps(yz_x, 1));
  }
};

#endif
