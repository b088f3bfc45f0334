// A vertex with the normal of the one before it is taken to have its tangent.
#include "../alike.h"
#include "../bones.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_vec4* bitangents, const ulna_vertex* verts, int32_t num_verts) {
  derive_bitangents(bitangents, verts, num_verts);
  for (int32_t i = 1; i < num_verts; ++i)
    if (same(&verts[i].normal, &verts[i - 1].normal) &&
        verts[i].tangent.w == verts[i - 1].tangent.w)
      std::memcpy(&bitangents[i], &bitangents[i - 1], 12);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_bitangent_of_last", &ulna_port::derive_bitangents, kernel);
}
