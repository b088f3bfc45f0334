// Beyond 5,461 vertices they are done by 341 at a time, and of a rest of three the last is lost.
#include "../bones.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
            int32_t num_vertices) {
  const bool loses = num_vertices > 5461 && num_vertices % 341 == 3;
  tween_verts(dst, a, b, t, loses ? num_vertices - 1 : num_vertices);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_literal_rest", &ulna_port::tween_verts, kernel);
}
