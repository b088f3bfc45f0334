// A loop for each number of influences, with no branch inside. The matrices of a vertex are
// weighted and added up by rows, which row vectors are multiplied by without adding up lanes.
#include "../common/mat44_rows.h"
#include "../common/operations.h"

namespace {

struct Streams {
  ulna_vec4* positions;
  ulna_vec4* normals;
  const ulna_vec4* src_positions;
  const ulna_vec4* src_normals;
  const ulna_mat44* palette;
  const uint16_t* indices;
  const float* weights; // of the vertices from here on
};

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
inline Mat44Rows blended(const Streams& s) {
  const auto mat = [&](int k) { return load(s.palette[s.indices[k]]); };
  if constexpr (Influences == 1) {
    return mat(0);
  } else {
    Mat44Rows rows = weighted(mat(0), _mm_set1_ps(s.weights[0]));
    for (int k = 1; k < Influences; k++)
      rows = sum(rows, weighted(mat(k), _mm_set1_ps(s.weights[k])));
    return rows;
  }
}

// Of one vector the products are weighted: there are fewer of them than rows.
template <int Influences>
inline __m128 skinned(__m128 v, const Streams& s) {
  const auto product = [&](int k) { return multiply(v, load(s.palette[s.indices[k]])); };
  if constexpr (Influences == 1) {
    return product(0);
  } else {
    __m128 total = _mm_mul_ps(product(0), _mm_set1_ps(s.weights[0]));
    for (int k = 1; k < Influences; k++)
      total = _mm_add_ps(total, _mm_mul_ps(product(k), _mm_set1_ps(s.weights[k])));
    return total;
  }
}

template <int Influences, bool HasNormals>
inline void skin_group(Streams& s, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    const __m128 position = _mm_load_ps(&s.src_positions[i].x);
    if constexpr (HasNormals) {
      const Mat44Rows rows = blended<Influences>(s);
      _mm_store_ps(&s.positions[i].x, multiply(position, rows));
      _mm_store_ps(&s.normals[i].x, multiply(_mm_load_ps(&s.src_normals[i].x), rows));
    } else {
      _mm_store_ps(&s.positions[i].x, skinned<Influences>(position, s));
    }
    s.indices += Influences;
    if (Influences > 1) s.weights += Influences;
  }
  s.positions += count;
  s.src_positions += count;
  if (HasNormals) s.normals += count, s.src_normals += count;
}

template <bool HasNormals>
inline void skin_groups(Streams s, const int32_t counts[4]) {
  skin_group<1, HasNormals>(s, counts[0]);
  skin_group<2, HasNormals>(s, counts[1]);
  skin_group<3, HasNormals>(s, counts[2]);
  skin_group<4, HasNormals>(s, counts[3]);
}

} // namespace

void skin_sorted_verts(ulna_vec4* positions, ulna_vec4* normals, const ulna_vec4* src_positions,
                       const ulna_vec4* src_normals, const ulna_mat44* palette,
                       const uint16_t* joint_indices, const float* joint_weights,
                       const int32_t counts[4]) {
  const Streams streams{positions, normals,       src_positions, src_normals,
                        palette,   joint_indices, joint_weights};
  if (normals) {
    skin_groups<true>(streams, counts);
  } else {
    skin_groups<false>(streams, counts);
  }
}
