/* Vertices as Direct3D 9 blends them, in plain C: the weighted matrix of each, and what that makes
 * of its position and its normal. */
#include "matrices.h"
#include "operations.h"

void update_skinned_mesh(void* dst, int32_t dst_stride, const void* src, int32_t src_stride,
                         int32_t num_vertices, int32_t has_normals, const ulna_mat44* palette,
                         const ulna_mat44* normal_palette, const uint32_t* first_influence,
                         const ulna_influence* influences, float min_influence) {
  for (int32_t v = 0; v < num_vertices; ++v) {
    const float* from = (const float*)((const char*)src + (ptrdiff_t)v * src_stride);
    float* to = (float*)((char*)dst + (ptrdiff_t)v * dst_stride);
    float m[16] = {0}, n[16] = {0};
    int counted = 0;
    for (uint32_t i = first_influence[v]; i < first_influence[v + 1]; ++i) {
      const float weight = influences[i].weight;
      if (!(weight >= min_influence)) continue;
      counted = 1;
      add_matrix(m, weight, palette[influences[i].bone].m);
      if (normal_palette && has_normals)
        add_matrix(n, weight, normal_palette[influences[i].bone].m);
    }
    if (!counted) {
      memset(to, 0, sizeof *to * (has_normals ? 6 : 3));
      continue;
    }
    put_position(to, from, m);
    if (has_normals) put_normal(to + 3, from + 3, normal_palette ? n : m);
  }
}

/* Adds the weighted matrices of a vertex, of which the last gets what the weights leave of 1.
 * Without indices matrix k belongs to weight k. */
static void blend(float* sum, const float* weights, int32_t num_weights, const uint8_t* indices,
                  const ulna_mat44* matrices) {
  float stored = 0.0f;
  memset(sum, 0, 16 * sizeof *sum);
  for (int32_t k = 0; k < num_weights; ++k) {
    add_matrix(sum, weights[k], matrices[indices ? indices[k] : k].m);
    stored += weights[k];
  }
  add_matrix(sum, 1.0f - stored, matrices[indices ? indices[num_weights] : num_weights].m);
}

void blend_vertices(ulna_mesh_vertex* dst, const ulna_blend_vertex* src, int32_t num_vertices,
                    const ulna_mat44* matrices, int32_t num_weights) {
  for (; num_vertices > 0; --num_vertices, ++src, ++dst) {
    float m[16];
    blend(m, src->weights, num_weights, NULL, matrices);
    put_position(dst->position, src->position, m);
    put_normal(dst->normal, src->normal, m);
  }
}

void blend_vertices_indexed(ulna_mesh_vertex* dst, const ulna_blend_vertex* src,
                            int32_t num_vertices, const ulna_mat44* palette, int32_t num_weights) {
  for (; num_vertices > 0; --num_vertices, ++src, ++dst) {
    float m[16];
    blend(m, src->weights, num_weights, src->indices, palette);
    put_position(dst->position, src->position, m);
    put_normal(dst->normal, src->normal, m);
  }
}

void blend_vertex_buffer(void* dst, int32_t dst_stride, const void* src, int32_t src_stride,
                         int32_t num_vertices, int32_t stored_weights, int32_t num_weights,
                         int32_t indexed, int32_t has_normals, const ulna_mat44* matrices) {
  for (int32_t v = 0; v < num_vertices; ++v) {
    const float* from = (const float*)((const char*)src + (ptrdiff_t)v * src_stride);
    const float* behind_weights = from + 3 + stored_weights;
    float* to = (float*)((char*)dst + (ptrdiff_t)v * dst_stride);
    float m[16];
    blend(m, from + 3, num_weights, indexed ? (const uint8_t*)behind_weights : NULL, matrices);
    put_position(to, from, m);
    if (has_normals) put_normal(to + 3, behind_weights + (indexed ? 1 : 0), m);
  }
}
