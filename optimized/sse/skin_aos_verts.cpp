// A vertex at a time by rows, of which a vector needs no sums of lanes; the lengths of four normals
// together.
#include "../common/four_verts.h"
#include "../common/mat44_rows.h"
#include "../common/operations.h"
#include "../common/uniform_verts.h"
#include "../common/unrolled.h"
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
    unrolled<width>([&](auto i) __attribute__((always_inline)) {
      const uint8_t* indices = verts.indices + Influences * (first + i);
      const float* weights = verts.weights + Influences * (first + i);
      PositionRows rows = weighted(_mm_set1_ps(weights[0]), verts.matrices[indices[0]]);
      unrolled<Influences - 1>([&](auto k) __attribute__((always_inline)) {
        add_weighted(rows, _mm_set1_ps(weights[k + 1]), verts.matrices[indices[k + 1]]);
      });
      positions[i] = transform(verts.streams[0] + 3 * (first + i), rows);
      normals[i] = transform(verts.streams[1] + 3 * (first + i), rows.turn);
    });
    const FourColumns by_lanes = transposed(normals[0], normals[1], normals[2], normals[3]);
    const __m128 by = inverse_lengths(squared_lengths({by_lanes.x, by_lanes.y, by_lanes.z}));
    unrolled<width>([&](auto i) { normals[i] = _mm_mul_ps(normals[i], lane<i>(by)); });
    ulna_mesh_vertex* dst = verts.dst + first;
    store_two(dst, positions[0], normals[0], positions[1], normals[1]);
    store_two(dst + 2, positions[2], normals[2], positions[3], normals[3]);
  }
};

} // namespace

void skin_aos_verts(ulna_mesh_vertex* dst, const float* positions, const float* normals,
                    const ulna_mat44* palette, const uint8_t* joint_indices,
                    const float* joint_weights, int32_t num_influences, int32_t num_verts) {
  const AosVerts verts = {dst, {positions, normals}, palette, joint_indices, joint_weights};
  skin_uniform<Kernel>(verts, num_influences, num_verts);
}
