// Eight vertices at a time, by lanes: their weighted matrices are added up and transposed, and so
// are the vertices, before and after.
#include "../common/operations.h"
#include "../common/uniform_verts.h"
#include "blended.h"
#include "eight_verts.h"
#include "mat44_pairs.h"

namespace {

// From vectors of three floats without gaps.
inline Vectors load_vectors(const float* from) {
  const auto load = [&](int i) { // of each four vectors
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(from + i)),
                                _mm_loadu_ps(from + i + 12), 1);
  };
  const __m256 a = load(0);                                               // x0 y0 z0 x1
  const __m256 b = load(4);                                               // y1 z1 x2 y2
  const __m256 c = load(8);                                               // z2 x3 y3 z3
  const __m256 x = _mm256_blend_ps(_mm256_blend_ps(a, b, 0x44), c, 0x22); // x0 x3 x2 x1
  const __m256 y = _mm256_blend_ps(_mm256_blend_ps(b, a, 0x22), c, 0x44); // y1 y0 y3 y2
  const __m256 z = _mm256_blend_ps(_mm256_blend_ps(c, b, 0x22), a, 0x44); // z2 z1 z0 z3
  return {_mm256_permute_ps(x, _MM_SHUFFLE(1, 2, 3, 0)),
          _mm256_permute_ps(y, _MM_SHUFFLE(2, 3, 0, 1)),
          _mm256_permute_ps(z, _MM_SHUFFLE(3, 0, 1, 2))};
}

struct Kernel {
  static constexpr int width = 8;

  template <int Influences>
  static void skin(const AosVerts& verts, ptrdiff_t first) {
    struct Four {
      __m256 xy[4], zt[4]; // by columns, when they are transposed
    };
    const auto four = [&](ptrdiff_t from) __attribute__((always_inline)) {
      Four result;
      unrolled<4>([&](auto i) __attribute__((always_inline)) {
        const Mat44Pairs mat =
            blended<Influences>(verts.matrices, verts.indices + Influences * (from + i),
                                verts.weights + Influences * (from + i));
        result.xy[i] = mat.xy;
        result.zt[i] = mat.zt;
      });
      transpose(result.xy);
      transpose(result.zt);
      return result;
    };
    const Four low = four(first);
    const Four high = four(first + 4);
    const auto column = [&](int c) {
      return Factors{low_halves(low.xy[c], high.xy[c]), high_halves(low.xy[c], high.xy[c]),
                     low_halves(low.zt[c], high.zt[c]), high_halves(low.zt[c], high.zt[c])};
    };
    skin_eight(verts.dst + first, load_vectors(verts.streams[0] + 3 * first),
               load_vectors(verts.streams[1] + 3 * first), column(0), column(1), column(2));
  }
};

} // namespace

void skin_aos_verts(ulna_mesh_vertex* dst, const float* positions, const float* normals,
                    const ulna_mat44* palette, const uint8_t* joint_indices,
                    const float* joint_weights, int32_t num_influences, int32_t num_verts) {
  const AosVerts verts = {dst, {positions, normals}, palette, joint_indices, joint_weights};
  skin_uniform<Kernel>(verts, num_influences, num_verts);
}
