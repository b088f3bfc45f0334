// Four vertices at a time, by quarters: their weighted matrices are added up and transposed. The
// lengths of sixteen normals together.
#include "../common/operations.h"
#include "../common/uniform_verts.h"
#include "four_verts.h"

namespace {

// From vectors of three floats without gaps. A masked load would take 1.8 times as long where they
// come from DRAM.
inline FourVectors load_vectors(const float* from) {
  const __m512 first = _mm512_castps256_ps512(_mm256_loadu_ps(from));
  const __m512 v = _mm512_insertf32x4(first, _mm_loadu_ps(from + 8), 2);
  const auto component = [&](int c) {
    const __m512i each = _mm512_broadcast_i32x4(_mm_setr_epi32(c, c + 3, c + 6, c + 9));
    return _mm512_permutexvar_ps(each, v);
  };
  return {component(0), component(1), component(2)};
}

// By rows and columns: quarter r of mat.x, mat.y and mat.z is what x, y, z or 1 is multiplied by.
inline FourMatrices by_components(const FourMatrices& mat) {
  const __m512 first = _mm512_shuffle_f32x4(mat.x, mat.y, _MM_SHUFFLE(1, 0, 1, 0));
  const __m512 last = _mm512_shuffle_f32x4(mat.x, mat.y, _MM_SHUFFLE(3, 2, 3, 2));
  return {_mm512_shuffle_f32x4(first, mat.z, _MM_SHUFFLE(0, 0, 2, 0)),
          _mm512_shuffle_f32x4(first, mat.z, _MM_SHUFFLE(1, 1, 3, 1)),
          _mm512_shuffle_f32x4(last, mat.z, _MM_SHUFFLE(2, 2, 2, 0)),
          _mm512_shuffle_f32x4(last, mat.z, _MM_SHUFFLE(3, 3, 3, 1))};
}

struct Kernel {
  static constexpr int width = 16;

  template <int Influences>
  static void skin(const AosVerts& verts, ptrdiff_t first) {
    const auto skin_four = [&](ptrdiff_t i) __attribute__((always_inline)) {
      const FourMatrices by = by_components(four_matrices<Influences>(verts, first + i));
      return SkinnedFour{moved(load_vectors(verts.streams[0] + 3 * (first + i)), by),
                         turned(load_vectors(verts.streams[1] + 3 * (first + i)), by)};
    };
    skin_sixteen(verts.dst + first, skin_four);
  }
};

} // namespace

void skin_aos_verts(ulna_mesh_vertex* dst, const float* positions, const float* normals,
                    const ulna_mat44* palette, const uint8_t* joint_indices,
                    const float* joint_weights, int32_t num_influences, int32_t num_verts) {
  const AosVerts verts = {dst, {positions, normals}, palette, joint_indices, joint_weights};
  skin_uniform<Kernel>(verts, num_influences, num_verts);
}
