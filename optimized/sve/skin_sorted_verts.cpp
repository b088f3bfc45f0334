// A loop for each number of influences, with no branch inside. The matrices of a vertex are
// weighted and added up as runs of sixteen floats, in the registers a, b, c and d.
#include "../common/operations.h"
#include "../common/sorted_streams.h"
#include "../common/unrolled.h"
#include "parts.h"

namespace {

// Part of the sum of weight * matrix. One influence has the weight 1, which is not stored.
template <int Influences>
[[gnu::always_inline]] inline svfloat32_t blended(int part, const ulna_mat44* palette,
                                                  const uint16_t* indices, const float* weights) {
  const svfloat32_t first = load_part(palette[indices[0]].m, part);
  if constexpr (Influences == 1) {
    return first;
  } else {
    svfloat32_t sum = svmul_x(all_lanes(), first, weights[0]);
    unrolled<Influences - 1>([&](auto k) __attribute__((always_inline)) {
      sum = svmla_x(all_lanes(), sum, load_part(palette[indices[k + 1]].m, part), weights[k + 1]);
    });
    return sum;
  }
}

// The components of v by which the elements of a part are multiplied: four times that of its row.
inline svfloat32_t by_rows(svfloat32_t repeated, int part) {
  const svuint32_t element = svindex_u32(static_cast<uint32_t>(part * svcntw()), 1);
  return svtbl(repeated, svlsr_x(all_lanes(), element, 2));
}

// sum + part * v. Lanes that a part has not stay as they are: 0 times infinity would spoil them.
inline svfloat32_t add_product(svfloat32_t sum, svfloat32_t mat, svfloat32_t v, int part) {
  return svmla_m(part_lanes<16>(part), sum, mat, by_rows(v, part));
}

// What lies so many lanes further up, and nothing where no lanes are: so tbl has it.
inline svfloat32_t add_upper(svfloat32_t v, uint32_t lanes) {
  return svadd_x(all_lanes(), v, svtbl(v, svindex_u32(lanes, 1)));
}

inline void store_product(ulna_vec4& out, const ulna_vec4& vector, svfloat32_t a, svfloat32_t b,
                          svfloat32_t c, svfloat32_t d) {
  const svfloat32_t v = load_repeated(vector);
  svfloat32_t sum = svmul_x(all_lanes(), a, by_rows(v, 0));
  sum = add_product(sum, b, v, 1);
  sum = add_product(sum, c, v, 2);
  sum = add_product(sum, d, v, 3);
  // A register has up to four rows.
  svst1(svptrue_pat_b32(SV_VL4), &out.x, add_upper(add_upper(sum, 8), 4));
}

struct Kernel {
  template <int Influences, bool HasNormals>
  static void skin(const SortedStreams& s, int32_t count) {
    const uint16_t* indices = s.indices;
    const float* weights = s.weights;
    for (int32_t i = 0; i < count; i++, indices += Influences) {
      const svfloat32_t a = blended<Influences>(0, s.palette, indices, weights);
      const svfloat32_t b = blended<Influences>(1, s.palette, indices, weights);
      const svfloat32_t c = blended<Influences>(2, s.palette, indices, weights);
      const svfloat32_t d = blended<Influences>(3, s.palette, indices, weights);
      store_product(s.positions[i], s.src_positions[i], a, b, c, d);
      if (HasNormals) store_product(s.normals[i], s.src_normals[i], a, b, c, d);
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
