// What both SSE methods of L. Davies, Optimized CPU-based Skinning for 3D Games, 2004, have in
// common, in code of our own. They are here to be judged, not to be improved. The paper's loops
// take whole groups of four vertices, and do not say what becomes of others.
#ifndef ULNA_PUBLISHED_GATHER_SCATTER_H
#define ULNA_PUBLISHED_GATHER_SCATTER_H

#include "../common/skin_four_verts.h"

// Figure 7: four floats from where they are.
inline __m128 gather(const float* first, int step) {
  const auto load = [&](int i) { return _mm_load_ss(first + i * step); };
  return _mm_movelh_ps(_mm_unpacklo_ps(load(0), load(1)), _mm_unpacklo_ps(load(2), load(3)));
}

// The reverse.
inline void scatter(float* first, int step, __m128 four) {
  _mm_store_ss(first, four);
  _mm_store_ss(first + step, _mm_shuffle_ps(four, four, _MM_SHUFFLE(1, 1, 1, 1)));
  _mm_store_ss(first + 2 * step, _mm_shuffle_ps(four, four, _MM_SHUFFLE(2, 2, 2, 2)));
  _mm_store_ss(first + 3 * step, _mm_shuffle_ps(four, four, _MM_SHUFFLE(3, 3, 3, 3)));
}

struct Results {
  // Figure 11: as rsqrtps has it.
  static __m128 inverse_lengths(__m128 squares) { return _mm_rsqrt_ps(squares); }

  static void store(ulna_mesh_vertex* dst, const FourVectors& position, const FourVectors& normal) {
    constexpr int step = sizeof(ulna_mesh_vertex) / sizeof(float);
    float* out = dst->position;
    scatter(out, step, position.x);
    scatter(out + 1, step, position.y);
    scatter(out + 2, step, position.z);
    scatter(out + 3, step, normal.x);
    scatter(out + 4, step, normal.y);
    scatter(out + 5, step, normal.z);
  }
};

#endif
