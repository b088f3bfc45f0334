#include "../common/operations.h"
#include "../common/skin_rows.h"

// x, y, z, w to y, z, x, w
static __m128 turn(__m128 v) {
  return _mm_shuffle_ps(v, v, _MM_SHUFFLE(3, 0, 2, 1));
}

void derive_bitangents(ulna_vec4* bitangents, const ulna_vertex* verts, int32_t num_verts) {
  for (int32_t i = 0; i < num_verts; i++) {
    const __m128 n = _mm_loadu_ps(&verts[i].normal.x);
    const __m128 t = _mm_loadu_ps(&verts[i].tangent.x);
    // The cross product, with its components in the order z, x, y.
    const __m128 zxy = _mm_sub_ps(_mm_mul_ps(n, turn(t)), _mm_mul_ps(turn(n), t));
    const __m128 w = _mm_shuffle_ps(t, t, _MM_SHUFFLE(3, 3, 3, 3));
    const __m128 xyz = turn(_mm_mul_ps(zxy, w));
    store_xyz(bitangents[i], xyz, _mm_movehl_ps(xyz, xyz));
  }
}
