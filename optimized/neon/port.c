#include "../common/operations.h"

const ulna_port* ulna_port_v1(void) {
  static const ulna_port port = {
      .struct_size = sizeof(ulna_port),
      .name = "neon",
      .cpu_features = "",
#include "../four_lanes/members.inc"
  };
  return &port;
}
