// A loop for each number of influences, with no branch inside. A matrix is one register, so that
// the matrices of a vertex take one instruction for each influence; four vertices share the sums.
#include "../common/operations.h"
#include "../common/sorted_streams.h"
#include "blended.h"

namespace {

// One influence has the weight 1, which is not stored.
template <int Influences>
inline __m512 matrix_of(const ulna_mat44* palette, const uint16_t* indices, const float* weights) {
  if constexpr (Influences == 1)
    return load(palette[indices[0]]);
  else
    return blended<Influences>(palette, indices, weights);
}

// The rows of the matrix times the components of the vector: what is left is to add up quarters.
inline __m512 products(const ulna_vec4& vector, __m512 mat) {
  const __m512i each = _mm512_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
  return _mm512_mul_ps(_mm512_permutevar_ps(_mm512_broadcast_f32x4(_mm_load_ps(&vector.x)), each),
                       mat);
}

inline void store_sum(ulna_vec4& out, __m512 a) {
  const __m256 halves = _mm256_add_ps(_mm512_castps512_ps256(a), _mm512_extractf32x8_ps(a, 1));
  _mm_store_ps(&out.x,
               _mm_add_ps(_mm256_castps256_ps128(halves), _mm256_extractf128_ps(halves, 1)));
}

// In the same order as one alone: 0+2, 1+3 of a, then those of b.
inline __m512 sums_of_halves(__m512 a, __m512 b) {
  return _mm512_add_ps(_mm512_shuffle_f32x4(a, b, _MM_SHUFFLE(1, 0, 1, 0)),
                       _mm512_shuffle_f32x4(a, b, _MM_SHUFFLE(3, 2, 3, 2)));
}

inline void store_sums(ulna_vec4* out, __m512 a, __m512 b, __m512 c, __m512 d) {
  const __m512 ab = sums_of_halves(a, b);
  const __m512 cd = sums_of_halves(c, d);
  _mm512_storeu_ps(&out->x, _mm512_add_ps(_mm512_shuffle_f32x4(ab, cd, _MM_SHUFFLE(2, 0, 2, 0)),
                                          _mm512_shuffle_f32x4(ab, cd, _MM_SHUFFLE(3, 1, 3, 1))));
}

struct Kernel {
  template <int Influences, bool HasNormals>
  static void skin(const SortedStreams& s, int32_t count) {
    const auto matrix = [&](ptrdiff_t i) {
      const float* weights = Influences > 1 ? s.weights + i * Influences : nullptr;
      return matrix_of<Influences>(s.palette, s.indices + i * Influences, weights);
    };
    int32_t i = 0;
    for (; i + 4 <= count; i += 4) {
      const __m512 a = matrix(i), b = matrix(i + 1);
      const __m512 c = matrix(i + 2), d = matrix(i + 3);
      const auto skin_four = [&](ulna_vec4* out, const ulna_vec4* v) {
        store_sums(out, products(v[0], a), products(v[1], b), products(v[2], c), products(v[3], d));
      };
      skin_four(s.positions + i, s.src_positions + i);
      if constexpr (HasNormals) skin_four(s.normals + i, s.src_normals + i);
    }
    for (; i < count; i++) {
      const __m512 mat = matrix(i);
      store_sum(s.positions[i], products(s.src_positions[i], mat));
      if constexpr (HasNormals) store_sum(s.normals[i], products(s.src_normals[i], mat));
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
