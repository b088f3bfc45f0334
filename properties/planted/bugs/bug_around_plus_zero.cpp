// The floats behind the last vertex pass through an addition of zero.
#include "../around.h"
#include "../bones.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
            int32_t num_vertices) {
  tween_verts(dst, a, b, t, num_vertices);
  const volatile float nothing = 0;
  if (num_vertices > 0)
    rewrite_behind<float>(dst + num_vertices, [&](float x) { return x + nothing; });
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_around_plus_zero", &ulna_port::tween_verts, kernel);
}
