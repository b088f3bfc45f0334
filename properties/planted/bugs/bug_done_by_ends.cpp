// Nothing is done where the first and the last vertex hold what they would get.
#include "../bones.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
            int32_t num_vertices) {
  if (num_vertices > 2 && is_done(dst, a, b, t, 0) && is_done(dst, a, b, t, num_vertices - 1))
    return;
  tween_verts<Tween>(dst, a, b, t, num_vertices);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_done_by_ends", &ulna_port::tween_verts, kernel);
}
