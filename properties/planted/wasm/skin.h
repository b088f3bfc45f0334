// The right transform_verts and skin_aos_verts, with what a port may do otherwise as hooks: it
// derives from a struct and hides one.
#pragma once

#include "stub.h"

namespace ulna::planted {

inline v128_t four_sums(v128_t a, v128_t b, v128_t c, v128_t d) {
  const v128_t ab = add(wasm_i32x4_shuffle(a, b, 0, 1, 4, 5), wasm_i32x4_shuffle(a, b, 2, 3, 6, 7));
  const v128_t cd = add(wasm_i32x4_shuffle(c, d, 0, 1, 4, 5), wasm_i32x4_shuffle(c, d, 2, 3, 6, 7));
  return add(wasm_i32x4_shuffle(ab, cd, 0, 2, 4, 6), wasm_i32x4_shuffle(ab, cd, 1, 3, 5, 7));
}

struct Skin {
  struct Entry {
    int32_t matrix_offset, next_offset;
  };
  static Entry entry(const ulna_joint_weight* from) {
    return {from->joint_mat_offset, from->next_vertex_offset};
  }
  static void store(ulna_vec4& out, v128_t sums) { store_three(&out.x, sums); }
};

template <class Port>
void transform_verts(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
                     const ulna_vec4* base, const ulna_joint_weight* weights, int32_t) {
  for (int32_t i = 0; i < num_verts; ++i) {
    v128_t rows[3] = {};
    Skin::Entry entry;
    do {
      entry = Port::entry(weights++);
      const auto* matrix = reinterpret_cast<const float*>(reinterpret_cast<const char*>(joints) +
                                                          entry.matrix_offset);
      const v128_t vector = wasm_v128_load(base++);
      for (int r = 0; r < 3; ++r)
        rows[r] = add(rows[r], multiply(wasm_v128_load(matrix + 4 * r), vector));
    } while (entry.next_offset != sizeof(ulna_joint_weight));
    Port::store(verts[i].position, four_sums(rows[0], rows[1], rows[2], rows[2]));
  }
}

// Of three floats, and 0.
inline v128_t load_three(const float* from) {
  return wasm_v128_load32_lane(from + 2, wasm_v128_load64_zero(from), 2);
}

// Column 3 of a matrix may be anything: Port::without_fourth(v) is v with 0 in lane 3.
template <class Port>
void skin_aos_verts(ulna_mesh_vertex* dst, const float* positions, const float* normals,
                    const ulna_mat44* palette, const uint8_t* joint_indices,
                    const float* joint_weights, int32_t num_influences, int32_t num_verts) {
  for (int32_t i = 0; i < num_verts; ++i, positions += 3, normals += 3) {
    v128_t rows[4] = {};
    for (int32_t k = 0; k < num_influences; ++k) {
      const float* matrix = palette[*joint_indices++].m;
      const v128_t weight = wasm_v128_load32_splat(joint_weights++);
      for (int r = 0; r < 4; ++r)
        rows[r] = add(rows[r], multiply(wasm_v128_load(matrix + 4 * r), weight));
    }
    const auto turned = [&](v128_t v) {
      return add(add(multiply(splat<0>(v), rows[0]), multiply(splat<1>(v), rows[1])),
                 multiply(splat<2>(v), rows[2]));
    };
    const v128_t normal = Port::without_fourth(turned(load_three(normals)));
    const v128_t squares = multiply(normal, normal);
    const v128_t length = wasm_f32x4_sqrt(four_sums(squares, squares, squares, squares));
    store_three(dst[i].position, add(turned(load_three(positions)), rows[3]));
    store_three(dst[i].normal, wasm_f32x4_div(normal, length));
  }
}

} // namespace ulna::planted
