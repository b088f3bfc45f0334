#include "../common/operations.h"
#include "matrix.h"

void derive_bitangents(ulna_vec4* bitangents, const ulna_vertex* verts, int32_t num_verts) {
  for (int32_t i = 0; i < num_verts; i++) {
    const ulna_vec4& n = verts[i].normal;
    const ulna_vec4& t = verts[i].tangent;
    store(bitangents[i], {t.w * (n.y * t.z - n.z * t.y), t.w * (n.z * t.x - n.x * t.z),
                          t.w * (n.x * t.y - n.y * t.x)});
  }
}
