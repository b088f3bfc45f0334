#include "../common/operations.h"

#ifdef __wasm_relaxed_simd__
#define NAME "wasm_relaxed"
#define FEATURES "simd128,relaxed-simd"
#else
#define NAME "wasm"
#define FEATURES "simd128"
#endif

const ulna_port* ulna_port_v1(void) {
  static const ulna_port port = {
      .struct_size = sizeof(ulna_port),
      .name = NAME,
      .cpu_features = FEATURES,
#include "../four_lanes/members.inc"
  };
  return &port;
}
