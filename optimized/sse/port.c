#include "../common/compiled_for.h"
#include "../common/operations.h"

const ulna_port* ulna_port_v1(void) {
  static const ulna_port port = {
      .struct_size = sizeof(ulna_port),
      .name = "sse",
      .cpu_features = COMPILED_FOR,
      .transform_verts = transform_verts,
      .transform_verts_and_tangents = transform_verts_and_tangents,
      .slerp_joints = slerp_joints,
      .lerp_joints = lerp_joints,
      .bone_offset_matrices = bone_offset_matrices,
      .combine_bones = combine_bones,
      .update_skinned_mesh = update_skinned_mesh,
      .blend_vertices = blend_vertices,
      .blend_vertices_indexed = blend_vertices_indexed,
      .tween_verts = tween_verts,
      .derive_bitangents = derive_bitangents,
      .skin_sorted_verts = skin_sorted_verts,
      .transform_verts_and_tangents_lod = transform_verts_and_tangents_lod,
      .skin_aos_verts = skin_aos_verts,
      .reorder_palette = reorder_palette,
      .skin_soa_verts = skin_soa_verts,
      .skin_interleaved_verts = skin_interleaved_verts,
      .skin_split_verts = skin_split_verts,
      .slerp = slerp,
      .nlerp = nlerp,
      .blend_vertex_buffer = blend_vertex_buffer,
      .reciprocal_sqrt = reciprocal_sqrt,
  };
  return &port;
}
