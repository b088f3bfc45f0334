// A vertex at a time by rows, of which a vector needs no sums of lanes.
#ifndef ULNA_SSE_WHOLE_VERTS_H
#define ULNA_SSE_WHOLE_VERTS_H

#include "../common/mat44_rows.h"
#include "../common/unrolled.h"
#include "../common/whole_verts.h"
#include "mat44_rows.h"

struct SkinWholeVerts {
  static constexpr int width = 1;

  template <int Influences, class Verts>
  static void skin(const Verts& verts, ptrdiff_t i) {
    const FourIndices indices(verts.indices + Influences * i);
    const __m128 weights = _mm_loadu_ps(verts.weights + Influences * i);
    PositionRows rows = weighted(lane<0>(weights), verts.matrices[indices[0]]);
    unrolled<Influences - 1>([&](auto k) __attribute__((always_inline)) {
      add_weighted(rows, lane<k + 1>(weights), verts.matrices[indices[k + 1]]);
    });

    const float* from = verts.streams[0] + Verts::floats * i;
    const __m128 position = transform<0>(_mm_loadu_ps(from), rows);
    const __m128 normal = transform<1>(_mm_loadu_ps(from + kNormal - 1), rows.turn);
    store(verts.dst[i], position, normal, from);
  }

private:
  // A position goes over the first component of the normal too, which is stored after it.
  static void store(ulna_mesh_vertex& dst, __m128 position, __m128 normal, const float*) {
    _mm_storeu_ps(dst.position, position);
    store_three(dst.normal, normal);
  }

  static void store(ulna_textured_vertex& dst, __m128 position, __m128 normal, const float* from) {
    const __m128 last = _mm_loadu_ps(from + kNormal + 1); // y and z of the normal, and uv
    _mm_storeu_ps(dst.position, position);
    _mm_store_ss(dst.normal, normal);
    _mm_storeu_ps(dst.normal + 1, _mm_shuffle_ps(normal, last, _MM_SHUFFLE(3, 2, 2, 1)));
  }
};

#endif
