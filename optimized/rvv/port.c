#include "../common/operations.h"

const ulna_port* ulna_port_v1(void) {
  static const ulna_port port = {
      .struct_size = sizeof(ulna_port),
      .name = "rvv",
      .cpu_features = "v",
      .transform_verts = transform_verts,
      .transform_verts_and_tangents = transform_verts_and_tangents,
      .slerp_joints = slerp_joints,
      .lerp_joints = lerp_joints,
      .tween_verts = tween_verts,
      .skin_sorted_verts = skin_sorted_verts,
  };
  return &port;
}
