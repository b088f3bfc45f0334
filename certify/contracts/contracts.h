// The operations that ulna judges, each defined in the file of its name.
#pragma once

#include "certify/operation.h"

namespace ulna {

const Operation& transform_verts();
const Operation& transform_verts_and_tangents();
const Operation& slerp_joints();
const Operation& lerp_joints();
const Operation& bone_offset_matrices();
const Operation& combine_bones();
const Operation& update_skinned_mesh();
const Operation& blend_vertices();
const Operation& blend_vertices_indexed();
const Operation& tween_verts();
const Operation& derive_bitangents();
const Operation& convert_to_blended_mesh();
const Operation& convert_to_indexed_blended_mesh();
const Operation& skin_sorted_verts();
const Operation& transform_verts_and_tangents_lod();
const Operation& skin_aos_verts();
const Operation& reorder_palette();
const Operation& skin_soa_verts();
const Operation& skin_interleaved_verts();
const Operation& skin_split_verts();

} // namespace ulna
