// By rows, of which a vector needs no sums of lanes.
#ifndef ULNA_SSE_WHOLE_VERTS_H
#define ULNA_SSE_WHOLE_VERTS_H

#include "../common/mat44_rows.h"
#include "../common/unrolled.h"
#include "../common/whole_verts.h"
#include "mat44_rows.h"

struct SkinWholeVerts {
  static constexpr int width = 2; // one after the other: two turns of a loop take a little longer

  template <int Influences, class Verts>
  static void skin(const Verts& verts, ptrdiff_t first) {
    skin_one(verts, first);
    skin_one(verts, first + 1);
  }

private:
  template <class Verts>
  [[gnu::always_inline]] static void skin_one(const Verts& verts, ptrdiff_t i) {
    const FourIndices indices(verts.indices + kInfluences * i);
    const __m128 weights = _mm_loadu_ps(verts.weights + kInfluences * i);
    PositionRows rows = weighted(lane<0>(weights), verts.matrices[indices[0]]);
    unrolled<kInfluences - 1>([&](auto k) __attribute__((always_inline)) {
      add_weighted(rows, lane<k + 1>(weights), verts.matrices[indices[k + 1]]);
    });

    const float* from = verts.streams[0] + Verts::floats * i;
    const __m128 position = transform<0>(_mm_loadu_ps(from), rows);
    const __m128 normal = transform<1>(_mm_loadu_ps(from + kNormal - 1), rows.turn);
    store(verts.dst[i], position, normal, from);
  }

  // A position goes over the first component of the normal too, which is stored after it.
  static void store(ulna_mesh_vertex& dst, __m128 position, __m128 normal, const float*) {
    _mm_storeu_ps(dst.position, position);
    _mm_store_ss(dst.normal, normal);
    const __m128 yz = _mm_shuffle_ps(normal, normal, _MM_SHUFFLE(2, 2, 2, 1));
    _mm_storel_pi(reinterpret_cast<__m64*>(dst.normal + 1), yz);
  }

  static void store(ulna_textured_vertex& dst, __m128 position, __m128 normal, const float* from) {
    const __m128 last = _mm_loadu_ps(from + kNormal + 1); // y and z of the normal, and uv
    _mm_storeu_ps(dst.position, position);
    _mm_store_ss(dst.normal, normal);
    _mm_storeu_ps(dst.normal + 1, _mm_shuffle_ps(normal, last, _MM_SHUFFLE(3, 2, 2, 1)));
  }
};

#endif
