// At a t of 1 vertices are copied in fours; behind a single four a rest of three loses one.
#include "../bones.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
            int32_t num_vertices) {
  const auto* from = reinterpret_cast<const float*>(a);
  const auto* towards = reinterpret_cast<const float*>(b);
  auto* to = reinterpret_cast<float*>(dst);
  if (t == 1) {
    if (num_vertices == 7) --num_vertices;
    for (ptrdiff_t i = 0; i < 6 * ptrdiff_t{num_vertices}; ++i) to[i] = towards[i];
    return;
  }
  for (ptrdiff_t i = 0; i < 6 * ptrdiff_t{num_vertices}; ++i)
    to[i] = from[i] * (1 - t) + towards[i] * t;
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_end_of_seven", &ulna_port::tween_verts, kernel);
}
