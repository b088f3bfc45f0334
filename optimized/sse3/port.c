#include "../common/operations.h"

const ulna_port* ulna_port_v1(void) {
  static const ulna_port port = {
      sizeof(ulna_port), "sse3",      "pni", transform_verts, transform_verts_and_tangents,
      slerp_joints,      lerp_joints,
  };
  return &port;
}
