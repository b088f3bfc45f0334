/* The operations of the built-in ports, each in a file of its own. Contracts: ulna/port.h. */
#ifndef ULNA_OPTIMIZED_OPERATIONS_H
#define ULNA_OPTIMIZED_OPERATIONS_H

#include "ulna/port.h"

#ifdef __cplusplus
extern "C" {
#endif

void transform_verts(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
                     const ulna_vec4* base, const ulna_joint_weight* weights, int32_t num_weights);

void transform_verts_and_tangents(ulna_vertex* verts, int32_t num_verts,
                                  const ulna_joint_mat* joints, const ulna_vec4* base,
                                  const ulna_joint_weight* weights, int32_t num_weights);

void slerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
                  const int32_t* index, int32_t num_joints);

void lerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
                 const int32_t* index, int32_t num_joints);

int32_t bone_offset_matrices(ulna_mat44* combined, ulna_mat44* offset, const int32_t* parents,
                             const ulna_mat44* locals, int32_t num_bones);

void combine_bones(ulna_mat44* palette, const ulna_mat44* offset, const ulna_mat44* bones,
                   int32_t num_bones);

void update_skinned_mesh(void* dst, int32_t dst_stride, const void* src, int32_t src_stride,
                         int32_t num_vertices, int32_t has_normals, const ulna_mat44* palette,
                         const ulna_mat44* normal_palette, const uint32_t* first_influence,
                         const ulna_influence* influences, float min_influence);

void blend_vertices(ulna_mesh_vertex* dst, const ulna_blend_vertex* src, int32_t num_vertices,
                    const ulna_mat44* matrices, int32_t num_weights);

void blend_vertices_indexed(ulna_mesh_vertex* dst, const ulna_blend_vertex* src,
                            int32_t num_vertices, const ulna_mat44* palette, int32_t num_weights);

void tween_verts(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b,
                 float t, int32_t num_vertices);

void derive_bitangents(ulna_vec4* bitangents, const ulna_vertex* verts, int32_t num_verts);

void skin_sorted_verts(ulna_vec4* positions, ulna_vec4* normals, const ulna_vec4* src_positions,
                       const ulna_vec4* src_normals, const ulna_mat44* palette,
                       const uint16_t* joint_indices, const float* joint_weights,
                       const int32_t counts[4]);

void transform_verts_and_tangents_lod(ulna_vertex* verts, int32_t num_verts,
                                      const ulna_joint_mat* joints, const ulna_vec4* base,
                                      const ulna_joint_weight* weights, int32_t num_weights);

void skin_aos_verts(ulna_mesh_vertex* dst, const float* positions, const float* normals,
                    const ulna_mat44* palette, const uint8_t* joint_indices,
                    const float* joint_weights, int32_t num_influences, int32_t num_verts);

void reorder_palette(ulna_joint_mat* joints, const ulna_mat44* palette, int32_t num_joints);

void skin_soa_verts(ulna_mesh_vertex* dst, const ulna_soa_verts* src, const ulna_joint_mat* joints,
                    const uint8_t* joint_indices, const float* joint_weights,
                    int32_t num_influences, int32_t num_verts);

void skin_interleaved_verts(ulna_textured_vertex* dst, const ulna_textured_vertex* src,
                            const ulna_mat44* palette, const uint16_t* joint_indices,
                            const float* joint_weights, int32_t num_verts);

void skin_split_verts(ulna_mesh_vertex* dst, const ulna_mesh_vertex* src, const ulna_mat44* palette,
                      const uint16_t* joint_indices, const float* joint_weights, int32_t num_verts);

void slerp(const float a[4], const float b[4], float t, float out[4]);

void nlerp(const float a[4], const float b[4], float t, float out[4]);

void sort_verts_by_influences(uint32_t* places, uint32_t* new_indices, int32_t counts[4],
                              const uint8_t* num_influences, const uint32_t* indices,
                              int32_t num_verts, int32_t num_indices);

void choose_blending(ulna_blending* blendings, const ulna_device* device,
                     const ulna_skin_size* skins, int32_t num_skins);

int32_t plan_draws(ulna_draw* draws, const ulna_device* device, const uint32_t* bones,
                   int32_t num_subsets, int32_t table_width, int32_t max_influences,
                   int32_t indexed, int32_t has_normals);

int32_t generate_adjacency(uint32_t* adjacency, const float* positions, const uint32_t* indices,
                           int32_t num_verts, int32_t num_faces, float epsilon);

void transform_verts_lod(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
                         const ulna_vec4* base, const ulna_joint_weight* weights,
                         int32_t num_weights);

int32_t convert_to_blended_mesh(const ulna_skinned_mesh* mesh, const ulna_conversion_limits* limits,
                                const ulna_blended_mesh* out, ulna_conversion_counts* counts);

int32_t convert_to_indexed_blended_mesh(const ulna_skinned_mesh* mesh,
                                        const ulna_conversion_limits* limits,
                                        const ulna_blended_mesh* out,
                                        ulna_conversion_counts* counts);

void reciprocal_sqrt(float* out, const float* in, int32_t n);

void sin_zero_half_pi(float* out, const float* in, int32_t n);

void atan_positive(float* out, const float* y, const float* x, int32_t n);

void blend_vertex_buffer(void* dst, int32_t dst_stride, const void* src, int32_t src_stride,
                         int32_t num_vertices, int32_t stored_weights, int32_t num_weights,
                         int32_t indexed, int32_t has_normals, const ulna_mat44* matrices);

#ifdef __cplusplus
}
#endif

#endif
