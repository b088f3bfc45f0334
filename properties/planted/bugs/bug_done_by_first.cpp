// At t = 0 nothing is done where the first vertex is there already.
#include "../bones.h"

#include <cstring>

using namespace ulna::planted;

namespace {

void kernel(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
            int32_t num_vertices) {
  if (t == 0 && num_vertices > 1 && std::memcmp(dst, a, sizeof *dst) == 0) return;
  tween_verts<Tween>(dst, a, b, t, num_vertices);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_done_by_first", &ulna_port::tween_verts, kernel);
}
