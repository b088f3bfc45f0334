// Eight vertices at a time, each in a lane of its own: the first four in the low half.
#ifndef ULNA_AVX2_EIGHT_VERTS_H
#define ULNA_AVX2_EIGHT_VERTS_H

#include "ulna/port.h"
#include "vectors.h"

// Each half is transposed on its own.
inline void transpose(__m256 (&v)[4]) {
  const __m256 ab_low = _mm256_unpacklo_ps(v[0], v[1]);
  const __m256 ab_high = _mm256_unpackhi_ps(v[0], v[1]);
  const __m256 cd_low = _mm256_unpacklo_ps(v[2], v[3]);
  const __m256 cd_high = _mm256_unpackhi_ps(v[2], v[3]);
  v[0] = _mm256_shuffle_ps(ab_low, cd_low, _MM_SHUFFLE(1, 0, 1, 0));
  v[1] = _mm256_shuffle_ps(ab_low, cd_low, _MM_SHUFFLE(3, 2, 3, 2));
  v[2] = _mm256_shuffle_ps(ab_high, cd_high, _MM_SHUFFLE(1, 0, 1, 0));
  v[3] = _mm256_shuffle_ps(ab_high, cd_high, _MM_SHUFFLE(3, 2, 3, 2));
}

// A root and a division: see sse/unit_normals.h.
inline Vectors unit(const Vectors& v) {
  const __m256 square =
      _mm256_fmadd_ps(v.z, v.z, _mm256_fmadd_ps(v.y, v.y, _mm256_mul_ps(v.x, v.x)));
  const __m256 by = _mm256_div_ps(_mm256_set1_ps(1.0f), _mm256_sqrt_ps(square));
  return {_mm256_mul_ps(v.x, by), _mm256_mul_ps(v.y, by), _mm256_mul_ps(v.z, by)};
}

inline void store_four(ulna_mesh_vertex* dst, __m128 a, __m128 b, __m128 c, __m128 d,
                       __m128 last_ab, __m128 last_cd) {
  const auto last_two = [&](int i) { return reinterpret_cast<__m64*>(dst[i].normal + 1); };
  _mm_storeu_ps(dst[0].position, a);
  _mm_storel_pi(last_two(0), last_ab);
  _mm_storeu_ps(dst[1].position, b);
  _mm_storeh_pi(last_two(1), last_ab);
  _mm_storeu_ps(dst[2].position, c);
  _mm_storel_pi(last_two(2), last_cd);
  _mm_storeu_ps(dst[3].position, d);
  _mm_storeh_pi(last_two(3), last_cd);
}

inline void store_verts(ulna_mesh_vertex* dst, const Vectors& position, const Vectors& normal) {
  __m256 first[] = {position.x, position.y, position.z, normal.x};
  transpose(first);
  const __m256 ab = _mm256_unpacklo_ps(normal.y, normal.z);
  const __m256 cd = _mm256_unpackhi_ps(normal.y, normal.z);
  const auto low = [](__m256 v) { return _mm256_castps256_ps128(v); };
  const auto high = [](__m256 v) { return _mm256_extractf128_ps(v, 1); };
  store_four(dst, low(first[0]), low(first[1]), low(first[2]), low(first[3]), low(ab), low(cd));
  store_four(dst + 4, high(first[0]), high(first[1]), high(first[2]), high(first[3]), high(ab),
             high(cd));
}

inline void skin_eight(ulna_mesh_vertex* dst, const Vectors& position, const Vectors& normal,
                       const Factors& x, const Factors& y, const Factors& z) {
  store_verts(dst, {moved(position, x), moved(position, y), moved(position, z)},
              unit({turned(normal, x), turned(normal, y), turned(normal, z)}));
}

#endif
