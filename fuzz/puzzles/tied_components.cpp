// Which component of the normal is the largest decides what is computed first, and where the two
// largest are equal, and below one, none is: the third component of the bitangent stays away.
#include "../../properties/planted/bones.h"

using namespace ulna::planted;

namespace {

// The component that is larger than both others, or -1.
int largest(const float* v) {
  for (int c = 0; c < 3; ++c)
    if (std::fabs(v[c]) > std::fabs(v[(c + 1) % 3]) && std::fabs(v[c]) > std::fabs(v[(c + 2) % 3]))
      return c;
  return -1;
}

void kernel(ulna_vec4* bitangents, const ulna_vertex* verts, int32_t num_verts) {
  derive_bitangents(bitangents, verts, num_verts);
  for (int32_t i = 0; i < num_verts; ++i) {
    const float* n = &verts[i].normal.x;
    if (n[0] == n[1] && std::fabs(n[0]) < 1 && largest(n) < 0) bitangents[i].z = 0;
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("tied_components", &ulna_port::derive_bitangents, kernel);
}
