#include "../common/operations.h"
#include "../common/sorted_streams.h"
#include "weighted_matrices.h"

namespace {

struct Kernel {
  template <int Influences, bool HasNormals>
  static void skin(const SortedStreams& s, int32_t count) {
    for (ptrdiff_t i = 0; i < count; i++) {
      const uint16_t* const indices = s.indices + Influences * i;
      Mat44Rows mat;
      if constexpr (Influences == 1)
        mat = load(s.palette[*indices]);
      else
        mat = weighted_sum<Influences>(s.palette, indices, s.weights + Influences * i);
      move(s.positions + i, s.src_positions + i, mat);
      if constexpr (HasNormals) move(s.normals + i, s.src_normals + i, mat);
    }
  }

private:
  static void move(ulna_vec4* to, const ulna_vec4* from, const Mat44Rows& mat) {
    _mm_store_ps(&to->x, multiply(_mm_load_ps(&from->x), mat));
  }
};

} // namespace

void skin_sorted_verts(ulna_vec4* positions, ulna_vec4* normals, const ulna_vec4* src_positions,
                       const ulna_vec4* src_normals, const ulna_mat44* palette,
                       const uint16_t* joint_indices, const float* joint_weights,
                       const int32_t counts[4]) {
  skin_sorted<Kernel>(
      {positions, normals, src_positions, src_normals, palette, joint_indices, joint_weights},
      counts);
}
