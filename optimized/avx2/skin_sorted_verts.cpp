// A loop for each number of influences, with no branch inside. A matrix is two registers of two
// rows each, so that the matrices of a vertex take two instructions for each influence.
#include "../common/operations.h"
#include "../common/sorted_streams.h"
#include "blended.h"
#include "mat44_pairs.h"

namespace {

// One influence has the weight 1, which is not stored.
template <int Influences>
inline Mat44Pairs matrix_of(const ulna_mat44* palette, const uint16_t* indices,
                            const float* weights) {
  if constexpr (Influences == 1)
    return load(palette[indices[0]]);
  else
    return blended<Influences>(palette, indices, weights);
}

inline void multiply(ulna_vec4& out, const ulna_vec4& vector, const Mat44Pairs& mat) {
  const __m256 v = _mm256_broadcast_ps(reinterpret_cast<const __m128*>(&vector));
  const __m256 xy = _mm256_permutevar_ps(v, _mm256_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1));
  const __m256 zw = _mm256_permutevar_ps(v, _mm256_setr_epi32(2, 2, 2, 2, 3, 3, 3, 3));
  const __m256 halves = _mm256_fmadd_ps(zw, mat.zt, _mm256_mul_ps(xy, mat.xy));
  _mm_store_ps(&out.x,
               _mm_add_ps(_mm256_castps256_ps128(halves), _mm256_extractf128_ps(halves, 1)));
}

struct Kernel {
  template <int Influences, bool HasNormals>
  static void skin(const SortedStreams& s, int32_t count) {
    const uint16_t* indices = s.indices;
    const float* weights = s.weights;
    for (int32_t i = 0; i < count; i++, indices += Influences) {
      const Mat44Pairs mat = matrix_of<Influences>(s.palette, indices, weights);
      multiply(s.positions[i], s.src_positions[i], mat);
      if constexpr (HasNormals) multiply(s.normals[i], s.src_normals[i], mat);
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
