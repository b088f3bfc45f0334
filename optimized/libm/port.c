#include "../common/compiled_for.h"
#include "quats.h"

const ulna_port* ulna_port_v1(void) {
  static const ulna_port port = {
      .struct_size = sizeof(ulna_port),
      .name = "libm",
      .cpu_features = COMPILED_FOR,
      .slerp = slerp,
      .nlerp = nlerp,
  };
  return &port;
}
