// At t = 0 vertices are copied, and 16 bits of their number counted.
#include "../bones.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
            int32_t num_vertices) {
  tween_verts<Tween>(dst, a, b, t, t == 0 ? num_vertices & 0xffff : num_vertices);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_tween_at_start_16", &ulna_port::tween_verts, kernel);
}
