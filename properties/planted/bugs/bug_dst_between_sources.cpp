// Takes its time to go backwards only where dst lies between a and b, and leaves out a vertex then.
#include "../bones.h"

using namespace ulna::planted;

static void kernel(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b,
                   float t, int32_t num_vertices) {
  if (!(a < dst && dst < b)) return tween_verts(dst, a, b, t, num_vertices);
  for (int32_t i = num_vertices - 1; i > 0; --i) tween_verts(dst + i, a + i, b + i, t, 1);
}

const ulna_port* ulna_port_v1() {
  return offer("bug_dst_between_sources", &ulna_port::tween_verts, kernel);
}
