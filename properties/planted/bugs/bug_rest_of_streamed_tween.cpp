// Large meshes go past the cache, eight vertices at a time: of a rest of seven the last is lost.
#include "../bones.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
            int32_t num_vertices) {
  constexpr int32_t kLarge = 87'382; // two megabytes
  const bool loses = num_vertices >= kLarge && num_vertices % 8 == 7;
  tween_verts(dst, a, b, t, loses ? num_vertices - 1 : num_vertices);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_rest_of_streamed_tween", &ulna_port::tween_verts, kernel);
}
