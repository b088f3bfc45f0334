#include "../common/operations.h"
#include "vectors.h"

// x, y, z, w to y, z, x, x
static float32x4_t turn(float32x4_t v) {
  return vcopyq_laneq_f32(vextq_f32(v, v, 1), 2, v, 0);
}

void derive_bitangents(ulna_vec4* bitangents, const ulna_vertex* verts, int32_t num_verts) {
  for (int32_t i = 0; i < num_verts; i++) {
    const float32x4_t n = load(verts[i].normal);
    const float32x4_t t = load(verts[i].tangent);
    // The cross product, with its components in the order z, x, y.
    const float32x4_t zxy = vfmsq_f32(vmulq_f32(n, turn(t)), turn(n), t);
    store_three(&bitangents[i].x, turn(vmulq_laneq_f32(zxy, t, 3)));
  }
}
