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
      .transform_verts = transform_verts,
      .transform_verts_and_tangents = transform_verts_and_tangents,
      .slerp_joints = slerp_joints,
      .lerp_joints = lerp_joints,
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
  };
  return &port;
}
