// A loop for each number of influences, with no branch inside.
#include "../common/operations.h"
#include "../common/sorted_streams.h"
#include "mat44.h"

namespace {

// One influence has the weight 1, which is not stored.
template <int Influences>
inline Mat44 matrix_of(const ulna_mat44* palette, const uint16_t* indices, const float* weights) {
  if constexpr (Influences == 1)
    return load(palette[indices[0]]);
  else
    return blended<Influences>(palette, indices, weights);
}

// Of one vector the products are weighted: there are fewer of them than rows.
template <int Influences>
inline Floats4 skinned(Floats4 v, const ulna_mat44* palette, const uint16_t* indices,
                       const float* weights) {
  const Floats4 first = transformed(v, load(palette[indices[0]]));
  if constexpr (Influences == 1) {
    return first;
  } else {
    Floats4 sum = multiply(first, load_factor(weights));
    unrolled<Influences - 1>([&](auto k) __attribute__((always_inline)) {
      const Floats4 product = transformed(v, load(palette[indices[k + 1]]));
      sum = madd(product, load_factor(weights + k + 1), sum);
    });
    return sum;
  }
}

struct Kernel {
  template <int Influences, bool HasNormals>
  static void skin(const SortedStreams& s, int32_t count) {
    const uint16_t* indices = s.indices;
    const float* weights = s.weights;
    for (int32_t i = 0; i < count; i++, indices += Influences) {
      const Floats4 position = load(s.src_positions[i]);
      if constexpr (HasNormals) {
        const Mat44 mat = matrix_of<Influences>(s.palette, indices, weights);
        store(s.positions[i], transformed(position, mat));
        store(s.normals[i], transformed(load(s.src_normals[i]), mat));
      } else {
        store(s.positions[i], skinned<Influences>(position, s.palette, indices, weights));
      }
      if (Influences > 1) weights += Influences;
    }
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
