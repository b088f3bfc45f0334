// Skinning it to 11, "Runtime-friendly data layout": four influences of a vertex, of which those
// that weigh nothing are added like the others or, with ULNA_BRANCHES, jumped over; the first
// always weighs something. With ULNA_COUNTS a fifth index of each vertex, before the others, says
// how many there are: a loop for each vertex.
#include "../../../optimized/common/mat44_rows.h"

namespace {

Mat44Rows weighted(const Mat44Rows& m, __m128 weight) {
  return {_mm_mul_ps(m.x, weight), _mm_mul_ps(m.y, weight), _mm_mul_ps(m.z, weight),
          _mm_mul_ps(m.t, weight)};
}

Mat44Rows add(const Mat44Rows& a, const Mat44Rows& b) {
  return {_mm_add_ps(a.x, b.x), _mm_add_ps(a.y, b.y), _mm_add_ps(a.z, b.z), _mm_add_ps(a.t, b.t)};
}

#ifdef ULNA_COUNTS
constexpr int kIndices = 5, kFirst = 1;
#else
constexpr int kIndices = 4, kFirst = 0;
#endif

Mat44Rows blended(const ulna_mat44* palette, const uint16_t* indices, const float* weights) {
#ifdef ULNA_COUNTS
  const int count = indices[0];
#else
  constexpr int count = 4;
#endif
  const uint16_t* const joints = indices + kFirst;
  Mat44Rows sum = weighted(load(palette[joints[0]]), _mm_set1_ps(weights[0]));
  for (int k = 1; k < count; ++k) {
#ifdef ULNA_BRANCHES
    if (weights[k] == 0.0f) continue;
#endif
    sum = add(sum, weighted(load(palette[joints[k]]), _mm_set1_ps(weights[k])));
  }
  return sum;
}

// All vertices have four influences: counts is {0, 0, 0, vertices}.
void skin_sorted_verts(ulna_vec4* positions, ulna_vec4* normals, const ulna_vec4* src_positions,
                       const ulna_vec4* src_normals, const ulna_mat44* palette,
                       const uint16_t* indices, const float* weights, const int32_t counts[4]) {
  for (int32_t i = 0; i < counts[3]; ++i) {
    const Mat44Rows m = blended(palette, indices + kIndices * i, weights + 4 * i);
    _mm_store_ps(&positions[i].x, multiply(_mm_load_ps(&src_positions[i].x), m));
    _mm_store_ps(&normals[i].x, multiply(_mm_load_ps(&src_normals[i].x), m));
  }
}

} // namespace

const ulna_port* ulna_port_v1(void) {
  static const ulna_port port = [] {
    ulna_port p{};
    p.struct_size = sizeof p;
    p.name = "branches";
    p.cpu_features = "";
    p.skin_sorted_verts = skin_sorted_verts;
    return p;
  }();
  return &port;
}
