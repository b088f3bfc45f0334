#include "../common/operations.h"

const ulna_port* ulna_port_v1(void) {
  static const ulna_port port = {
      .struct_size = sizeof(ulna_port),
      .name = "published",
      .cpu_features = "",
      .transform_verts = transform_verts,
      .transform_verts_and_tangents = transform_verts_and_tangents,
      .slerp_joints = slerp_joints,
      .lerp_joints = lerp_joints,
      .skin_aos_verts = skin_aos_verts,
      .reorder_palette = reorder_palette,
      .skin_soa_verts = skin_soa_verts,
      .skin_sorted_verts = skin_sorted_verts,
      .skin_interleaved_verts = skin_interleaved_verts,
      .skin_split_verts = skin_split_verts,
      .reciprocal_sqrt = reciprocal_sqrt,
      .sin_zero_half_pi = sin_zero_half_pi,
      .atan_positive = atan_positive,
  };
  return &port;
}
