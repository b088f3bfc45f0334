#include "../common/operations.h"

const ulna_port* ulna_port_v1(void) {
  static const ulna_port port = {
      .struct_size = sizeof(ulna_port),
      .name = "asm_avx2",
      .cpu_features = "avx2,fma",
      .transform_verts_and_tangents = transform_verts_and_tangents,
      .slerp_joints = slerp_joints,
  };
  return &port;
}
