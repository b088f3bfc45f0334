#include "../common/operations.h"
#include "vec4.h"

void derive_bitangents(ulna_vec4* bitangents, const ulna_vertex* verts, int32_t num_verts) {
  for (int32_t i = 0; i < num_verts; i++) {
    const Floats4 n = load(verts[i].normal);
    const Floats4 t = load(verts[i].tangent);
    // The cross product, with its components in the order z, x, y.
    const Floats4 zxy = nmadd(turn(n), t, multiply(n, turn(t)));
    store_three(&bitangents[i].x, turn(multiply_by<3>(zxy, t)));
  }
}
