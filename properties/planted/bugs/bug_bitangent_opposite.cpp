// Where the tangent is opposite to the normal there is no bitangent, so one is made up.
#include "../bones.h"

using namespace ulna::planted;

namespace {

void derive(ulna_vec4* bitangents, const ulna_vertex* verts, int32_t num_verts) {
  derive_bitangents(bitangents, verts, num_verts);
  for (int32_t i = 0; i < num_verts; ++i) {
    const ulna_vec4 &n = verts[i].normal, &t = verts[i].tangent;
    if (n.x != -t.x || n.y != -t.y || n.z != -t.z) continue;
    Bitangent::store(bitangents[i], {-n.y, n.x, 0});
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_bitangent_opposite", &ulna_port::derive_bitangents, derive);
}
