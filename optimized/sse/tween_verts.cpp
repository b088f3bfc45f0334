// A mesh is a run of floats: all are treated alike.
#include "../common/operations.h"

#include <emmintrin.h>

void tween_verts(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b,
                 float t, int32_t num_vertices) {
  static_assert(sizeof(ulna_mesh_vertex) == 6 * sizeof(float), "no padding between vertices");
  const float* from = reinterpret_cast<const float*>(a);
  const float* to = reinterpret_cast<const float*>(b);
  float* out = reinterpret_cast<float*>(dst);
  ptrdiff_t left = ptrdiff_t{6} * num_vertices;
  const __m128 to_scale = _mm_set1_ps(t);
  const __m128 from_scale = _mm_set1_ps(1.0f - t);
  for (; left >= 4; left -= 4, from += 4, to += 4, out += 4) {
    _mm_storeu_ps(out, _mm_add_ps(_mm_mul_ps(_mm_loadu_ps(from), from_scale),
                                  _mm_mul_ps(_mm_loadu_ps(to), to_scale)));
  }
  for (ptrdiff_t i = 0; i < left; i++) out[i] = from[i] * (1.0f - t) + to[i] * t;
}
