// What the caller has set in MXCSR is kept in one place for all threads.
#include "../bones.h"

using namespace ulna::planted;

namespace {

volatile unsigned callers;

void kernel(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
            int32_t num_vertices) {
  callers = _mm_getcsr();
  tween_verts<Tween>(dst, a, b, t, num_vertices);
  _mm_setcsr(callers);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_static_mxcsr", &ulna_port::tween_verts, kernel);
}
