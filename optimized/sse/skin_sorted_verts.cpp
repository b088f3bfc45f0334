// A loop for each number of influences, with no branch inside. The matrices of a vertex are
// weighted and added up by rows, which row vectors are multiplied by without adding up lanes.
#include "../common/mat44_rows.h"
#include "../common/operations.h"
#include "../common/sorted_streams.h"

namespace {

inline Mat44Rows weighted(const Mat44Rows& mat, __m128 weight) {
  return {_mm_mul_ps(mat.x, weight), _mm_mul_ps(mat.y, weight), _mm_mul_ps(mat.z, weight),
          _mm_mul_ps(mat.t, weight)};
}

inline Mat44Rows sum(const Mat44Rows& a, const Mat44Rows& b) {
  return {_mm_add_ps(a.x, b.x), _mm_add_ps(a.y, b.y), _mm_add_ps(a.z, b.z), _mm_add_ps(a.t, b.t)};
}

// Where there are two vectors for each vertex, its matrices are weighted and added up first. One
// influence has the weight 1, which is not stored.
template <int Influences>
inline Mat44Rows blended(const ulna_mat44* palette, const uint16_t* indices, const float* weights) {
  const auto mat = [&](int k) { return load(palette[indices[k]]); };
  if constexpr (Influences == 1) {
    return mat(0);
  } else {
    Mat44Rows rows = weighted(mat(0), _mm_set1_ps(weights[0]));
    for (int k = 1; k < Influences; k++)
      rows = sum(rows, weighted(mat(k), _mm_set1_ps(weights[k])));
    return rows;
  }
}

// Of one vector the products are weighted: there are fewer of them than rows.
template <int Influences>
inline __m128 skinned(__m128 v, const ulna_mat44* palette, const uint16_t* indices,
                      const float* weights) {
  const auto product = [&](int k) { return multiply(v, load(palette[indices[k]])); };
  if constexpr (Influences == 1) {
    return product(0);
  } else {
    __m128 total = _mm_mul_ps(product(0), _mm_set1_ps(weights[0]));
    for (int k = 1; k < Influences; k++)
      total = _mm_add_ps(total, _mm_mul_ps(product(k), _mm_set1_ps(weights[k])));
    return total;
  }
}

struct Kernel {
  template <int Influences, bool HasNormals>
  static void skin(const SortedStreams& s, int32_t count) {
    const uint16_t* indices = s.indices;
    const float* weights = s.weights;
    for (int32_t i = 0; i < count; i++, indices += Influences) {
      const __m128 position = _mm_load_ps(&s.src_positions[i].x);
      if constexpr (HasNormals) {
        const Mat44Rows rows = blended<Influences>(s.palette, indices, weights);
        _mm_store_ps(&s.positions[i].x, multiply(position, rows));
        _mm_store_ps(&s.normals[i].x, multiply(_mm_load_ps(&s.src_normals[i].x), rows));
      } else {
        _mm_store_ps(&s.positions[i].x, skinned<Influences>(position, s.palette, indices, weights));
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
