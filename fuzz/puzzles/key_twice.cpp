// A vertex that the first key mesh has twice, side by side, is done once: what the second key mesh
// makes of each is not compared.
#include "../../properties/planted/bones.h"

#include <cstring>

using namespace ulna::planted;

namespace {

void kernel(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
            int32_t num_vertices) {
  tween_verts(dst, a, b, t, num_vertices);
  for (int32_t i = 1; i < num_vertices; ++i)
    if (std::memcmp(&a[i], &a[i - 1], sizeof *a) == 0) dst[i] = dst[i - 1];
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("key_twice", &ulna_port::tween_verts, kernel);
}
