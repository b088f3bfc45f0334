#ifndef ULNA_SSE_BLEND_ROWS_H
#define ULNA_SSE_BLEND_ROWS_H

#include "../common/last_weight.h"
#include "mat44_rows.h"

// matrix_of(v, k) is the matrix of slot k of a vertex.
template <class MatrixOf>
void blend(ulna_mesh_vertex* dst, const ulna_blend_vertex* src, int32_t num_vertices,
           int32_t num_weights, MatrixOf matrix_of) {
  for (int32_t i = 0; i < num_vertices; i++) {
    const ulna_blend_vertex& v = src[i];
    PositionRows rows = {no_rows(), _mm_setzero_ps()};
    for (int32_t k = 0; k < num_weights; k++)
      add_weighted(rows, _mm_set1_ps(v.weights[k]), matrix_of(v, k));
    add_weighted(rows, _mm_set1_ps(last_weight(v, num_weights)), matrix_of(v, num_weights));
    store_three(dst[i].position, transform(v.position, rows));
    store_three(dst[i].normal, transform(v.normal, rows.turn));
  }
}

#endif
