#include "../common/operations.h"
#include "vectors.h"

// x, y, z, w to y, z, x, x
static v128_t turn(v128_t v) {
  return wasm_i32x4_shuffle(v, v, 1, 2, 0, 0);
}

void derive_bitangents(ulna_vec4* bitangents, const ulna_vertex* verts, int32_t num_verts) {
  for (int32_t i = 0; i < num_verts; i++) {
    const v128_t n = load(verts[i].normal);
    const v128_t t = load(verts[i].tangent);
    // The cross product, with its components in the order z, x, y.
    const v128_t zxy = wasm_f32x4_sub(multiply(n, turn(t)), multiply(turn(n), t));
    store_three(&bitangents[i].x, turn(multiply(zxy, splat<3>(t))));
  }
}
