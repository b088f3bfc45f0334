#ifndef ULNA_SCALAR_MATRIX_H
#define ULNA_SCALAR_MATRIX_H

#include "ulna/port.h"

struct Vec3 {
  float x, y, z;
};

inline float dot(const float* row, const ulna_vec4& v) {
  return (row[0] * v.x + row[1] * v.y) + (row[2] * v.z + row[3] * v.w);
}

inline Vec3 transform(const float* m, const ulna_vec4& v) {
  return {dot(m, v), dot(m + 4, v), dot(m + 8, v)};
}

// Leaves w alone.
inline void store(ulna_vec4& out, Vec3 v) {
  out.x = v.x;
  out.y = v.y;
  out.z = v.z;
}

// base: position, normal and tangent
inline void store_products(ulna_vertex& vert, const float* m, const ulna_vec4* base) {
  store(vert.position, transform(m, base[0]));
  store(vert.normal, transform(m, base[1]));
  store(vert.tangent, transform(m, base[2]));
}

#endif
