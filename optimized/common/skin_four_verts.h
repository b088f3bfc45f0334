// Four vertices at a time, by lanes: their weighted matrices are added up as rows, which are
// transposed and multiply four vectors. What ports differ in is the method's:
//   rows(matrix)             the three rows that make the components
//   vectors(verts, n, i)     the positions (n = 0) or normals (n = 1) of the vertices from i on
//   inverse_lengths(square)  of squares of lengths
//   store(dst, position, normal)
#ifndef ULNA_OPTIMIZED_SKIN_FOUR_VERTS_H
#define ULNA_OPTIMIZED_SKIN_FOUR_VERTS_H

#include "four_verts.h"
#include "skin_rows.h"
#include "uniform_verts.h"
#include "unrolled.h"

template <class Method>
struct SkinFourVerts {
  static constexpr int width = 4;

  template <int Influences, class Verts>
  [[gnu::always_inline]] static Rows blended(const Verts& verts, ptrdiff_t i) {
    const uint8_t* indices = verts.indices + Influences * i;
    const float* weights = verts.weights + Influences * i;
    const auto weighted = [&](int k) {
      return multiply(Method::rows(verts.matrices[indices[k]]), _mm_set1_ps(weights[k]));
    };
    Rows sum = weighted(0);
    unrolled<Influences - 1>([&](auto k) __attribute__((always_inline)) {
      sum = add(sum, weighted(k + 1));
    });
    return sum;
  }

  template <int Influences, class Verts>
  static void skin(const Verts& verts, ptrdiff_t i) {
    const Rows a = blended<Influences>(verts, i);
    const Rows b = blended<Influences>(verts, i + 1);
    const Rows c = blended<Influences>(verts, i + 2);
    const Rows d = blended<Influences>(verts, i + 3);
    const FourColumns x = transposed(a.x, b.x, c.x, d.x);
    const FourColumns y = transposed(a.y, b.y, c.y, d.y);
    const FourColumns z = transposed(a.z, b.z, c.z, d.z);
    const FourVectors position = Method::vectors(verts, 0, i);
    const FourVectors normal = Method::vectors(verts, 1, i);
    const FourVectors blend = {turned(normal, x), turned(normal, y), turned(normal, z)};
    Method::store(verts.dst + i, {moved(position, x), moved(position, y), moved(position, z)},
                  scaled(blend, Method::inverse_lengths(squared_lengths(blend))));
  }
};

// A structure of arrays and a palette in order need nothing but to be loaded.
struct LoadStreams {
  static Rows rows(const ulna_joint_mat& mat) { return load_rows(mat); }

  static FourVectors vectors(const SoaVerts& verts, int n, ptrdiff_t i) {
    const auto load = [&](int component) {
      return _mm_loadu_ps(verts.streams[3 * n + component] + i);
    };
    return {load(0), load(1), load(2)};
  }
};

#endif
