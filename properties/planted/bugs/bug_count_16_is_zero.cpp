// A count of which the lower 16 bits are zero is taken for none.
#include "../bones.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_vec4* bitangents, const ulna_vertex* verts, int32_t num_verts) {
  derive_bitangents(bitangents, verts, (num_verts & 0xffff) == 0 ? 0 : num_verts);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_count_16_is_zero", &ulna_port::derive_bitangents, kernel);
}
