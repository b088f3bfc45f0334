// Vectors by 4x4 matrices, whose rows are weighted and added up before they meet the vector. Lane 3
// of a row takes no part.
#ifndef ULNA_SSE_MAT44_ROWS_H
#define ULNA_SSE_MAT44_ROWS_H

#include "ulna/port.h"

#include <emmintrin.h>

// What normals need of a matrix, and what positions need beyond it.
struct NormalRows {
  __m128 x, y, z;
};
struct PositionRows {
  NormalRows turn;
  __m128 move;
};

inline NormalRows no_rows() {
  return {_mm_setzero_ps(), _mm_setzero_ps(), _mm_setzero_ps()};
}

inline __m128 add_weighted(__m128 sum, __m128 weight, const float* row) {
  return _mm_add_ps(sum, _mm_mul_ps(weight, _mm_load_ps(row)));
}

inline void add_weighted(NormalRows& sum, __m128 weight, const ulna_mat44& mat) {
  sum.x = add_weighted(sum.x, weight, mat.m);
  sum.y = add_weighted(sum.y, weight, mat.m + 4);
  sum.z = add_weighted(sum.z, weight, mat.m + 8);
}

inline void add_weighted(PositionRows& sum, __m128 weight, const ulna_mat44& mat) {
  add_weighted(sum.turn, weight, mat);
  sum.move = add_weighted(sum.move, weight, mat.m + 12);
}

inline PositionRows weighted(__m128 weight, const ulna_mat44& mat) {
  const auto row = [&](int r) { return _mm_mul_ps(weight, _mm_load_ps(mat.m + 4 * r)); };
  return {{row(0), row(1), row(2)}, row(3)};
}

inline __m128 transform(const float* v, const NormalRows& rows) {
  const __m128 xy =
      _mm_add_ps(_mm_mul_ps(_mm_set1_ps(v[0]), rows.x), _mm_mul_ps(_mm_set1_ps(v[1]), rows.y));
  return _mm_add_ps(xy, _mm_mul_ps(_mm_set1_ps(v[2]), rows.z));
}

inline __m128 transform(const float* v, const PositionRows& rows) {
  return _mm_add_ps(transform(v, rows.turn), rows.move);
}

// The same of three lanes that are loaded already.
template <int First>
inline __m128 transform(__m128 v, const NormalRows& rows) {
  const __m128 xy =
      _mm_add_ps(_mm_mul_ps(lane<First>(v), rows.x), _mm_mul_ps(lane<First + 1>(v), rows.y));
  return _mm_add_ps(xy, _mm_mul_ps(lane<First + 2>(v), rows.z));
}

template <int First>
inline __m128 transform(__m128 v, const PositionRows& rows) {
  return _mm_add_ps(transform<First>(v, rows.turn), rows.move);
}

// Twelve bytes at any address that is a multiple of 4.
inline void store_three(float* out, __m128 v) {
  _mm_storel_pi(reinterpret_cast<__m64*>(out), v);
  _mm_store_ss(out + 2, _mm_movehl_ps(v, v));
}

#endif
