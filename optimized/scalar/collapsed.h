// The matrices of a vertex are weighted and added up, so that its position and its normal are
// multiplied once.
#ifndef ULNA_SCALAR_COLLAPSED_H
#define ULNA_SCALAR_COLLAPSED_H

#include "ulna/port.h"

#include <cmath>

// What a component of a vertex is made of.
struct Column {
  float x = 0, y = 0, z = 0, move = 0;

  // Four floats, so many apart.
  void add(float weight, const float* m, int step) {
    x += weight * m[0];
    y += weight * m[step];
    z += weight * m[2 * step];
    move += weight * m[3 * step];
  }

  float turned(const float* v) const { return v[0] * x + v[1] * y + v[2] * z; }
};

struct Collapsed {
  Column x, y, z;

  void add(float weight, const ulna_mat44& mat) {
    x.add(weight, mat.m, 4);
    y.add(weight, mat.m + 1, 4);
    z.add(weight, mat.m + 2, 4);
  }
  void add(float weight, const ulna_joint_mat& mat) {
    x.add(weight, mat.m, 1);
    y.add(weight, mat.m + 4, 1);
    z.add(weight, mat.m + 8, 1);
  }
};

template <class Matrix, class Index>
inline Collapsed collapsed(const Matrix* matrices, const Index* indices, const float* weights,
                           int32_t num_influences) {
  Collapsed sum;
  for (int32_t k = 0; k < num_influences; k++) sum.add(weights[k], matrices[indices[k]]);
  return sum;
}

inline void skin_position(float* out, const float* position, const Collapsed& by) {
  out[0] = by.x.turned(position) + by.x.move;
  out[1] = by.y.turned(position) + by.y.move;
  out[2] = by.z.turned(position) + by.z.move;
}

inline void skin_normal(float* out, const float* normal, const Collapsed& by) {
  out[0] = by.x.turned(normal);
  out[1] = by.y.turned(normal);
  out[2] = by.z.turned(normal);
}

inline void skin(ulna_mesh_vertex& out, const float* position, const float* normal,
                 const Collapsed& by) {
  skin_position(out.position, position, by);
  float n[3];
  skin_normal(n, normal, by);
  const float inverse_length = 1.0f / std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  for (int c = 0; c < 3; c++) out.normal[c] = n[c] * inverse_length;
}

#endif
