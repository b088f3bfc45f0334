// The operations that ulna judges, in the order of ulna_port. Each is defined in the file of its
// name.
#pragma once

#include "cases/operation.h"

// fuzz/targets/CMakeLists.txt and fuzz/touched.sh read it: a line for each.
// clang-format off
#define ULNA_OPERATIONS(with) \
  with(transform_verts) \
  with(transform_verts_and_tangents) \
  with(slerp_joints) \
  with(lerp_joints) \
  with(bone_offset_matrices) \
  with(combine_bones) \
  with(update_skinned_mesh) \
  with(blend_vertices) \
  with(blend_vertices_indexed) \
  with(tween_verts) \
  with(derive_bitangents) \
  with(convert_to_blended_mesh) \
  with(convert_to_indexed_blended_mesh) \
  with(skin_sorted_verts) \
  with(transform_verts_and_tangents_lod) \
  with(skin_aos_verts) \
  with(reorder_palette) \
  with(skin_soa_verts) \
  with(skin_interleaved_verts) \
  with(skin_split_verts) \
  with(slerp) \
  with(nlerp) \
  with(sort_verts_by_influences) \
  with(choose_blending) \
  with(plan_draws) \
  with(generate_adjacency) \
  with(transform_verts_lod) \
  with(blend_vertex_buffer)
// clang-format on

namespace ulna {

#define ULNA_DECLARE(operation) const Operation& operation();
ULNA_OPERATIONS(ULNA_DECLARE)
#undef ULNA_DECLARE

} // namespace ulna
