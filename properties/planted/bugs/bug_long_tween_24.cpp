// Offsets of vertices have 24 bits in the second key mesh.
#include "../bones.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
            int32_t num_vertices) {
  constexpr int32_t kBegun = (1 << 24) / int32_t{sizeof *b} + 1; // the first that is cut
  const int32_t right = num_vertices < kBegun ? num_vertices : kBegun;
  tween_verts(dst, a, b, t, right);
  for (int32_t v = right; v < num_vertices; ++v)
    tween_verts(dst + v, a + v, b + (v - kBegun), t, 1);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_long_tween_24", &ulna_port::tween_verts, kernel);
}
