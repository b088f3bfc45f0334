// Beyond 5,000 vertices, one less than a multiple of 1,000 is one too many.
#include "../bones.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_vec4* bitangents, const ulna_vertex* verts, int32_t num_verts) {
  const bool loses = num_verts > 5000 && num_verts % 1000 == 999;
  derive_bitangents(bitangents, verts, loses ? num_verts - 1 : num_verts);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_literal_rest_before", &ulna_port::derive_bitangents, kernel);
}
