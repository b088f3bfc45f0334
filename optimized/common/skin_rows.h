// Skinning with one register per matrix row: the products of all influences are added up first, so
// that a vertex needs its horizontal sums only once. Those are what the ports differ in.
// The method is that of J.M.P. van Waveren, Fast Skinning, 2005, sections 3 and 4.
#ifndef ULNA_OPTIMIZED_SKIN_ROWS_H
#define ULNA_OPTIMIZED_SKIN_ROWS_H

#include "weights.h"

#include <emmintrin.h>

struct Rows {
  __m128 x, y, z;
};

// Writes the horizontal sums of the rows to out.xyz, which may have any alignment, and leaves
// out.w alone.
using StoreRowSums = void (*)(ulna_vec4& out, Rows rows);

inline void store_xyz(ulna_vec4& out, __m128 xy, __m128 z) {
  _mm_storel_pi(reinterpret_cast<__m64*>(&out.x), xy);
  _mm_store_ss(&out.z, z);
}

inline Rows multiply(Rows rows, __m128 by) {
  return {_mm_mul_ps(rows.x, by), _mm_mul_ps(rows.y, by), _mm_mul_ps(rows.z, by)};
}

inline Rows add(Rows a, Rows b) {
  return {_mm_add_ps(a.x, b.x), _mm_add_ps(a.y, b.y), _mm_add_ps(a.z, b.z)};
}

inline Rows load_rows(const ulna_joint_mat& mat) {
  return {_mm_load_ps(mat.m), _mm_load_ps(mat.m + 4), _mm_load_ps(mat.m + 8)};
}

inline Rows zero_rows() {
  return {_mm_setzero_ps(), _mm_setzero_ps(), _mm_setzero_ps()};
}

template <StoreRowSums store_row_sums>
void skin_positions(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
                    const ulna_vec4* base, const ulna_joint_weight* weights) {
  for (int32_t i = 0; i < num_verts; i++) {
    Rows sum = zero_rows();
    bool last;
    do {
      sum = add(sum, multiply(load_rows(joint_matrix(joints, *weights)), _mm_load_ps(&base->x)));
      base++;
      last = is_last_influence(*weights++);
    } while (!last);
    store_row_sums(verts[i].position, sum);
  }
}

// base: position, normal and tangent
template <StoreRowSums store_row_sums>
void store_products(ulna_vertex& vert, Rows mat, const ulna_vec4* base) {
  store_row_sums(vert.position, multiply(mat, _mm_load_ps(&base[0].x)));
  store_row_sums(vert.normal, multiply(mat, _mm_load_ps(&base[1].x)));
  store_row_sums(vert.tangent, multiply(mat, _mm_load_ps(&base[2].x)));
}

template <StoreRowSums store_row_sums>
void skin_positions_normals_tangents(ulna_vertex* verts, int32_t num_verts,
                                     const ulna_joint_mat* joints, const ulna_vec4* base,
                                     const ulna_joint_weight* weights) {
  for (int32_t i = 0; i < num_verts; i++, base += 3) {
    Rows sum = zero_rows();
    bool last;
    do {
      const __m128 weight = _mm_set1_ps(weights->weight);
      sum = add(sum, multiply(load_rows(joint_matrix(joints, *weights)), weight));
      last = is_last_influence(*weights++);
    } while (!last);
    store_products<store_row_sums>(verts[i], sum, base);
  }
}

#endif
