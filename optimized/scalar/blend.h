#ifndef ULNA_SCALAR_BLEND_H
#define ULNA_SCALAR_BLEND_H

#include "../common/last_weight.h"
#include "mat44.h"

// matrix_of(v, k) is the matrix of slot k of a vertex.
template <class MatrixOf>
void blend(ulna_mesh_vertex* dst, const ulna_blend_vertex* src, int32_t num_vertices,
           int32_t num_weights, MatrixOf matrix_of) {
  for (int32_t i = 0; i < num_vertices; i++) {
    const ulna_blend_vertex& v = src[i];
    float position[3] = {};
    float normal[3] = {};
    for (int32_t k = 0; k <= num_weights; k++) {
      const float weight = k < num_weights ? v.weights[k] : last_weight(v, num_weights);
      const ulna_mat44& matrix = matrix_of(v, k);
      add_position(position, weight, v.position, matrix.m);
      add_normal(normal, weight, v.normal, matrix.m);
    }
    store(dst[i].position, position);
    store(dst[i].normal, normal);
  }
}

#endif
