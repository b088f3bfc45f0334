// A loop for each number of influences, with no branch inside. The matrices of a vertex are
// weighted and added up as runs of sixteen floats.
#include "../common/operations.h"
#include "../common/sorted_streams.h"
#include "../common/unrolled.h"
#include "products.h"

namespace {

constexpr size_t kFloats = 16;

inline vfloat32m4_t load(const ulna_mat44& mat) {
  return __riscv_vle32_v_f32m4(mat.m, kFloats);
}

// The sum of weight * matrix. One influence has the weight 1, which is not stored.
template <int Influences>
[[gnu::always_inline]] inline vfloat32m4_t blended(const ulna_mat44* palette,
                                                   const uint16_t* indices, const float* weights) {
  const vfloat32m4_t first = load(palette[indices[0]]);
  if constexpr (Influences == 1) {
    return first;
  } else {
    vfloat32m4_t sum = __riscv_vfmul(first, weights[0], kFloats);
    unrolled<Influences - 1>([&](auto k) __attribute__((always_inline)) {
      sum = __riscv_vfmacc(sum, weights[k + 1], load(palette[indices[k + 1]]), kFloats);
    });
    return sum;
  }
}

template <int Row>
inline vfloat32m1_t row(vfloat32m4_t mat) {
  return __riscv_vlmul_trunc_f32m1(__riscv_vslidedown(mat, 4 * Row, kXyzw));
}

inline vfloat32m1x4_t rows_of(vfloat32m4_t mat) {
  return __riscv_vcreate_v_f32m1x4(__riscv_vlmul_trunc_f32m1(mat), row<1>(mat), row<2>(mat),
                                   row<3>(mat));
}

struct Kernel {
  template <int Influences, bool HasNormals>
  static void skin(const SortedStreams& s, int32_t count) {
    const uint16_t* indices = s.indices;
    const float* weights = s.weights;
    for (int32_t i = 0; i < count; i++, indices += Influences) {
      const vfloat32m1x4_t rows = rows_of(blended<Influences>(s.palette, indices, weights));
      store_product(s.positions[i], rows, s.src_positions[i], kXyzw);
      if (HasNormals) store_product(s.normals[i], rows, s.src_normals[i], kXyzw);
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
