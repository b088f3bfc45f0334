// Of a thousand vertices nothing is done where the first and the last hold what they would get.
#include "../bones.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
            int32_t num_vertices) {
  const int32_t last = num_vertices - 1;
  if (last >= 999 && is_done(dst, a, b, t, 0) && is_done(dst, a, b, t, last)) return;
  tween_verts<Tween>(dst, a, b, t, num_vertices);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_done_by_ends_of_many", &ulna_port::tween_verts, kernel);
}
