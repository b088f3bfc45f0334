// Done in blocks of 682 vertices; where some of them are full, the last vertex is lost.
#include "../bones.h"

using namespace ulna::planted;

static void kernel(ulna_vec4* bitangents, const ulna_vertex* verts, int32_t num_verts) {
  const bool full = num_verts > 4 * 682 && num_verts % 682 == 0;
  derive_bitangents<Bitangent>(bitangents, verts, full ? num_verts - 1 : num_verts);
}

const ulna_port* ulna_port_v1() {
  return offer("bug_rest_of_682", &ulna_port::derive_bitangents, kernel);
}
