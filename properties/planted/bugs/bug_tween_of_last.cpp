// A vertex that moves as the one before it, and begins with its normal, ends with its normal, too.
#include "../alike.h"
#include "../bones.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
            int32_t num_vertices) {
  tween_verts(dst, a, b, t, num_vertices);
  for (int32_t i = 1; i < num_vertices; ++i)
    if (same(&a[i], &a[i - 1]) && same(b[i].position, b[i - 1].position)) dst[i] = dst[i - 1];
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_tween_of_last", &ulna_port::tween_verts, kernel);
}
