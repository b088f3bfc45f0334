// A vertex at a time by rows, of which a vector needs no sums of lanes; the lengths of four normals
// together.
#include "../common/four_verts.h"
#include "../common/mat44_rows.h"
#include "../common/operations.h"
#include "../common/uniform_verts.h"
#include "mat44_rows.h"
#include "unit_normals.h"

namespace {

// Two vertices of six floats each; lane 3 of what is stored takes no part.
inline void store_two(ulna_mesh_vertex* dst, __m128 position, __m128 normal, __m128 next_position,
                      __m128 next_normal) {
  const __m128 between = _mm_shuffle_ps(position, normal, _MM_SHUFFLE(0, 0, 2, 2));
  const __m128 next_between = _mm_shuffle_ps(next_position, next_normal, _MM_SHUFFLE(0, 0, 2, 2));
  float* out = dst->position;
  _mm_storeu_ps(out, _mm_shuffle_ps(position, between, _MM_SHUFFLE(2, 0, 1, 0)));
  _mm_storeu_ps(out + 4, _mm_shuffle_ps(normal, next_position, _MM_SHUFFLE(1, 0, 2, 1)));
  _mm_storeu_ps(out + 8, _mm_shuffle_ps(next_between, next_normal, _MM_SHUFFLE(2, 1, 2, 0)));
}

struct Kernel {
  static constexpr int width = 4;

  template <int Influences>
  static void skin(const AosVerts& verts, ptrdiff_t first) {
    __m128 positions[width], normals[width];
    for (int i = 0; i < width; i++) {
      const uint8_t* indices = verts.indices + Influences * (first + i);
      const float* weights = verts.weights + Influences * (first + i);
      PositionRows rows = weighted(_mm_set1_ps(weights[0]), verts.matrices[indices[0]]);
      for (int k = 1; k < Influences; k++)
        add_weighted(rows, _mm_set1_ps(weights[k]), verts.matrices[indices[k]]);
      positions[i] = transform(verts.streams[0] + 3 * (first + i), rows);
      normals[i] = transform(verts.streams[1] + 3 * (first + i), rows.turn);
    }
    const FourColumns by_lanes = transposed(normals[0], normals[1], normals[2], normals[3]);
    const __m128 by = inverse_lengths(squared_lengths({by_lanes.x, by_lanes.y, by_lanes.z}));
    const __m128 n0 = _mm_mul_ps(normals[0], lane<0>(by));
    const __m128 n1 = _mm_mul_ps(normals[1], lane<1>(by));
    const __m128 n2 = _mm_mul_ps(normals[2], lane<2>(by));
    const __m128 n3 = _mm_mul_ps(normals[3], lane<3>(by));
    store_two(verts.dst + first, positions[0], n0, positions[1], n1);
    store_two(verts.dst + first + 2, positions[2], n2, positions[3], n3);
  }
};

} // namespace

void skin_aos_verts(ulna_mesh_vertex* dst, const float* positions, const float* normals,
                    const ulna_mat44* palette, const uint8_t* joint_indices,
                    const float* joint_weights, int32_t num_influences, int32_t num_verts) {
  const AosVerts verts = {dst, {positions, normals}, palette, joint_indices, joint_weights};
  skin_uniform<Kernel>(verts, num_influences, num_verts);
}
