// Goes backwards where dst lies above a, and leaves out the first float then.
#include "../bones.h"

using namespace ulna::planted;

static void kernel(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b,
                   float t, int32_t num_vertices) {
  if (dst <= a || num_vertices <= 0) return tween_verts(dst, a, b, t, num_vertices);
  for (int32_t i = num_vertices - 1; i > 0; --i) tween_verts(dst + i, a + i, b + i, t, 1);
  ulna_mesh_vertex first = *a;
  tween_verts(&first, a, b, t, 1);
  first.position[0] = dst->position[0];
  *dst = first;
}

const ulna_port* ulna_port_v1() {
  return offer("bug_dst_above_source", &ulna_port::tween_verts, kernel);
}
