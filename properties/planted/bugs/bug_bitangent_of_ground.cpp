// Where the normal is the z axis the bitangent is the tangent turned by a right angle: on ground
// that is mirrored too.
#include "../bones.h"

using namespace ulna::planted;

namespace {

void derive(ulna_vec4* bitangents, const ulna_vertex* verts, int32_t num_verts) {
  derive_bitangents(bitangents, verts, num_verts);
  for (int32_t i = 0; i < num_verts; ++i) {
    const ulna_vec4& n = verts[i].normal;
    if (n.x != 0 || n.y != 0 || n.z != 1) continue;
    Bitangent::store(bitangents[i], {-verts[i].tangent.y, verts[i].tangent.x, 0});
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_bitangent_of_ground", &ulna_port::derive_bitangents, derive);
}
