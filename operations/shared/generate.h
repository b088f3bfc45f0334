// The generators: the i-th case of a seed, first the edge cases, then random ones. A case depends
// on the seed and its number alone, so any case of any run can be made again.
#pragma once

#include "cases/case.h"

#include <span>

namespace ulna {

Case generate_transform_verts(uint64_t seed, uint64_t i);
Case generate_transform_verts_and_tangents(uint64_t seed, uint64_t i);
uint64_t num_skinning_edge_cases();

Case generate_slerp_joints(uint64_t seed, uint64_t i);
Case generate_lerp_joints(uint64_t seed, uint64_t i);
uint64_t num_blending_edge_cases();

Case generate_bone_offset_matrices(uint64_t seed, uint64_t i);
uint64_t num_bones_edge_cases();

Case generate_combine_bones(uint64_t seed, uint64_t i);
Case generate_tween_verts(uint64_t seed, uint64_t i);
Case generate_derive_bitangents(uint64_t seed, uint64_t i);
Case generate_reorder_palette(uint64_t seed, uint64_t i);
/// `tweens`: of the operation with a t.
uint64_t num_elementwise_edge_cases(bool tweens);

Case generate_update_skinned_mesh(uint64_t seed, uint64_t i);
uint64_t num_skinned_mesh_edge_cases();

Case generate_blend_vertices(uint64_t seed, uint64_t i);
Case generate_blend_vertices_indexed(uint64_t seed, uint64_t i);
uint64_t num_vertex_blending_edge_cases();

Case generate_convert_to_blended_mesh(uint64_t seed, uint64_t i);
Case generate_convert_to_indexed_blended_mesh(uint64_t seed, uint64_t i);
uint64_t num_conversion_edge_cases();

Case generate_skin_sorted_verts(uint64_t seed, uint64_t i);
uint64_t num_sorted_verts_edge_cases();

Case generate_transform_verts_and_tangents_lod(uint64_t seed, uint64_t i);
Case generate_transform_verts_lod(uint64_t seed, uint64_t i);
uint64_t num_distant_edge_cases();
Case generate_skin_aos_verts(uint64_t seed, uint64_t i);
Case generate_skin_soa_verts(uint64_t seed, uint64_t i);
Case generate_skin_interleaved_verts(uint64_t seed, uint64_t i);
Case generate_skin_split_verts(uint64_t seed, uint64_t i);
/// `four`: of the operations with four influences for all.
uint64_t num_uniform_verts_edge_cases(bool four);

/// Of the operations of which each vertex has its own number of influences: one for each number,
/// the last influence with half of the weight. `op` is transform_verts or one of its kin.
Case generate_skinning_of(const Operation& op, std::span<const size_t> influences, uint64_t seed,
                          uint64_t i);
Case generate_skinned_mesh_of(std::span<const size_t> influences, uint64_t seed, uint64_t i);

} // namespace ulna
