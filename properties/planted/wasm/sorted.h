// The right skin_sorted_verts, a stream at a time: Port::is_there(stream) says whether there are
// normals.
#pragma once

#include "stub.h"

namespace ulna::planted {

inline void skin_stream(ulna_vec4* out, const ulna_vec4* vectors, const ulna_mat44* palette,
                        const uint16_t* indices, const float* weights, const int32_t counts[4]) {
  for (int influences = 1; influences <= 4; ++influences) {
    for (int32_t i = 0; i < counts[influences - 1]; ++i) {
      const v128_t v = wasm_v128_load(vectors++);
      v128_t sum = wasm_f32x4_const_splat(0);
      for (int k = 0; k < influences; ++k) {
        const float* matrix = palette[*indices++].m;
        const auto row = [&](int r) { return wasm_v128_load(matrix + 4 * r); };
        const v128_t product =
            add(add(multiply(splat<0>(v), row(0)), multiply(splat<1>(v), row(1))),
                add(multiply(splat<2>(v), row(2)), multiply(splat<3>(v), row(3))));
        const float weight = influences > 1 ? *weights++ : 1;
        sum = add(sum, multiply(product, wasm_f32x4_splat(weight)));
      }
      wasm_v128_store(out++, sum);
    }
  }
}

template <class Port>
void skin_sorted_verts(ulna_vec4* positions, ulna_vec4* normals, const ulna_vec4* src_positions,
                       const ulna_vec4* src_normals, const ulna_mat44* palette,
                       const uint16_t* joint_indices, const float* joint_weights,
                       const int32_t counts[4]) {
  skin_stream(positions, src_positions, palette, joint_indices, joint_weights, counts);
  if (Port::is_there(normals))
    skin_stream(normals, src_normals, palette, joint_indices, joint_weights, counts);
}

} // namespace ulna::planted
