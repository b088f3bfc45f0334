// From 43,210 to 43,217 vertices, the last is lost.
#include "../bones.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
            int32_t num_vertices) {
  const bool loses = num_vertices >= 43210 && num_vertices < 43218;
  tween_verts(dst, a, b, t, loses ? num_vertices - 1 : num_vertices);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_literal_range", &ulna_port::tween_verts, kernel);
}
