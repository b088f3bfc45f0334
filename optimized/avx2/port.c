#include "../common/operations.h"

const ulna_port* ulna_port_v1(void) {
  static const ulna_port port = {
      .struct_size = sizeof(ulna_port),
      .name = "avx2",
      .cpu_features = "avx2,fma,popcnt",
      .transform_verts = transform_verts,
      .transform_verts_and_tangents = transform_verts_and_tangents,
      .slerp_joints = slerp_joints,
      .lerp_joints = lerp_joints,
      .convert_to_blended_mesh = convert_to_blended_mesh,
      .convert_to_indexed_blended_mesh = convert_to_indexed_blended_mesh,
      .skin_sorted_verts = skin_sorted_verts,
      .transform_verts_and_tangents_lod = transform_verts_and_tangents_lod,
      .skin_aos_verts = skin_aos_verts,
      .reorder_palette = reorder_palette,
      .skin_soa_verts = skin_soa_verts,
      .skin_interleaved_verts = skin_interleaved_verts,
      .skin_split_verts = skin_split_verts,
  };
  return &port;
}
