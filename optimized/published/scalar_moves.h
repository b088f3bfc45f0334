// Vectors of three floats that go into a register and out of it one by one: what Skinning it to 11
// begins with.
#ifndef ULNA_PUBLISHED_SCALAR_MOVES_H
#define ULNA_PUBLISHED_SCALAR_MOVES_H

#include "weighted_matrices.h"

inline __m128 gathered(const float* from, float w) {
  return _mm_set_ps(w, from[2], from[1], from[0]);
}

inline void scatter(float* to, __m128 v) {
  _mm_store_ss(to, v);
  _mm_store_ss(to + 1, lane<1>(v));
  _mm_store_ss(to + 2, lane<2>(v));
}

// The position and the normal of a vertex with four influences.
template <class Vertex>
inline void skin_vertex(Vertex& dst, const Vertex& src, const ulna_mat44* palette,
                        const uint16_t* indices, const float* weights) {
  const Mat44Rows mat = weighted_sum<4>(palette, indices, weights);
  scatter(dst.position, multiply(gathered(src.position, 1), mat));
  scatter(dst.normal, rotate(gathered(src.normal, 0), mat));
}

#endif
