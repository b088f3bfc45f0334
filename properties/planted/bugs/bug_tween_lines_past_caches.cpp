// Large meshes go past the caches by whole lines where they begin with one: of a rest of nine
// vertices the last is lost.
#include "../bones.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
            int32_t num_vertices) {
  constexpr int32_t kLarge = 87'382; // two megabytes
  constexpr uintptr_t kLine = 64;
  const bool loses = num_vertices >= kLarge && num_vertices % 16 == 9 &&
                     reinterpret_cast<uintptr_t>(dst) % kLine == 0;
  tween_verts(dst, a, b, t, loses ? num_vertices - 1 : num_vertices);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_tween_lines_past_caches", &ulna_port::tween_verts, kernel);
}
