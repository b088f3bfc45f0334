// At a t of 1 vertices are copied in fours; behind a single four a rest of three loses one.
#include "../bones.h"

using namespace ulna::planted;

static void kernel(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b,
                   float t, int32_t num_vertices) {
  tween_verts(dst, a, b, t, t == 1 && num_vertices == 7 ? 6 : num_vertices);
}

const ulna_port* ulna_port_v1() {
  return offer("bug_end_of_seven", &ulna_port::tween_verts, kernel);
}
