// An engine's skinning kernel with its own layout of vertices, as a port: float4 positions and
// normals, 8-bit indices, and three stored weights of four.
#include <xmmintrin.h>

#include <cstdint>

namespace {

struct Vertex {
  float position[4]; // w is 1
  float normal[4];   // w is 0
  float uv[2];
};

/// Its columns.
struct Matrix {
  __m128 x, y, z, translation;
};

__m128 splat(float f) {
  return _mm_set1_ps(f);
}

__m128 transformed(const Matrix& m, const float* v) {
  const __m128 xy = _mm_add_ps(_mm_mul_ps(m.x, splat(v[0])), _mm_mul_ps(m.y, splat(v[1])));
  return _mm_add_ps(xy, _mm_mul_ps(m.z, splat(v[2])));
}

void skin(Vertex* out, const Vertex* in, const Matrix* palette, const uint8_t* indices,
          const float* weights, int num_verts) {
  for (int v = 0; v < num_verts; ++v, indices += 4, weights += 3) {
    const float all[4] = {weights[0], weights[1], weights[2],
                          1 - (weights[0] + weights[1] + weights[2])};
    __m128 position = _mm_setzero_ps(), normal = _mm_setzero_ps();
    for (int i = 0; i < 4; ++i) {
      const Matrix& m = palette[indices[i]];
      const __m128 weight = splat(all[i]);
      const __m128 moved = _mm_add_ps(transformed(m, in[v].position), m.translation);
      position = _mm_add_ps(position, _mm_mul_ps(weight, moved));
      normal = _mm_add_ps(normal, _mm_mul_ps(weight, transformed(m, in[v].normal)));
    }
    _mm_storeu_ps(out[v].position, position);
    _mm_storeu_ps(out[v].normal, normal);
  }
}

} // namespace

#define ULNA_NAME "skinning"
#define ULNA_VERTEX Vertex
#define ULNA_POSITION position
#define ULNA_NORMAL normal
#define ULNA_FLOAT4
#define ULNA_INDEX uint8_t
#define ULNA_STORED_WEIGHTS 3
#define ULNA_MATRIX Matrix
#define ULNA_SKIN(out, in, palette, indices, weights, num_verts)                                   \
  skin(out, in, palette, indices, weights, num_verts)
#include <ulna/adapt.h>
