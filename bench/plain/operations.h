/* The operations of plain C that do not stand in port.c. */
#ifndef ULNA_BENCH_OPERATIONS_H
#define ULNA_BENCH_OPERATIONS_H

#include <ulna/port.h>

/* bones.c */
int32_t bone_offset_matrices(ulna_mat44* combined, ulna_mat44* offset, const int32_t* parents,
                             const ulna_mat44* locals, int32_t num_bones);
void combine_bones(ulna_mat44* palette, const ulna_mat44* offset, const ulna_mat44* bones,
                   int32_t num_bones);

/* meshes.c */
void tween_verts(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b,
                 float t, int32_t num_vertices);
void derive_bitangents(ulna_vec4* bitangents, const ulna_vertex* verts, int32_t num_verts);
void sort_verts_by_influences(uint32_t* places, uint32_t* new_indices, int32_t counts[4],
                              const uint8_t* num_influences, const uint32_t* indices,
                              int32_t num_verts, int32_t num_indices);

/* vertex_blending.c */
void update_skinned_mesh(void* dst, int32_t dst_stride, const void* src, int32_t src_stride,
                         int32_t num_vertices, int32_t has_normals, const ulna_mat44* palette,
                         const ulna_mat44* normal_palette, const uint32_t* first_influence,
                         const ulna_influence* influences, float min_influence);
void blend_vertices(ulna_mesh_vertex* dst, const ulna_blend_vertex* src, int32_t num_vertices,
                    const ulna_mat44* matrices, int32_t num_weights);
void blend_vertices_indexed(ulna_mesh_vertex* dst, const ulna_blend_vertex* src,
                            int32_t num_vertices, const ulna_mat44* palette, int32_t num_weights);
void blend_vertex_buffer(void* dst, int32_t dst_stride, const void* src, int32_t src_stride,
                         int32_t num_vertices, int32_t stored_weights, int32_t num_weights,
                         int32_t indexed, int32_t has_normals, const ulna_mat44* matrices);

#endif
