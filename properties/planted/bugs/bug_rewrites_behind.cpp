// Stores the last vertex with the 16 bytes behind it, which it has loaded before.
#include "../bones.h"

using namespace ulna::planted;

namespace {

void kernel(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
            int32_t num_vertices) {
  if (num_vertices <= 0) return;
  auto* const end = reinterpret_cast<float*>(dst + num_vertices);
  const bool room = (reinterpret_cast<uintptr_t>(end) & 4095) != 0 &&
                    (reinterpret_cast<uintptr_t>(end) & 4095) <= 4096 - 16;
  const __m128 before = room ? load16(end) : _mm_setzero_ps();
  tween_verts(dst, a, b, t, num_vertices);
  if (room) _mm_storeu_ps(end, before);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_rewrites_behind", &ulna_port::tween_verts, kernel);
}
