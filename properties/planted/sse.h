// The right transform_verts with SSE.
#pragma once

#include "kernels.h"

namespace ulna::planted {

// The sum of the four lanes, in lane 0. `Swap` exchanges the lanes of each half.
template <int Swap = _MM_SHUFFLE(2, 3, 0, 1)>
__m128 add_lanes(__m128 v) {
  const __m128 halves = _mm_add_ps(v, _mm_shuffle_ps(v, v, Swap));
  return _mm_add_ss(halves, _mm_movehl_ps(halves, halves));
}

template <int Swap = _MM_SHUFFLE(2, 3, 0, 1)>
void transform_verts_sse(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
                         const ulna_vec4* base, const ulna_joint_weight* weights, int32_t) {
  for (int32_t v = 0; v < num_verts; ++v) {
    __m128 x = _mm_setzero_ps(), y = x, z = x;
    bool last;
    do {
      const float* m = Skin::matrix(joints, weights, 0);
      const __m128 b = _mm_load_ps(&base->x);
      x = _mm_add_ps(x, _mm_mul_ps(_mm_load_ps(m), b));
      y = _mm_add_ps(y, _mm_mul_ps(_mm_load_ps(m + 4), b));
      z = _mm_add_ps(z, _mm_mul_ps(_mm_load_ps(m + 8), b));
      last = weights->next_vertex_offset == sizeof(ulna_joint_weight);
      ++weights;
      ++base;
    } while (!last);
    _mm_store_ss(&verts[v].position.x, add_lanes<Swap>(x));
    _mm_store_ss(&verts[v].position.y, add_lanes<Swap>(y));
    _mm_store_ss(&verts[v].position.z, add_lanes<Swap>(z));
  }
}

} // namespace ulna::planted
