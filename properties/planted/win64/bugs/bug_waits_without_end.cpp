// Waits without end where there is nothing to do.
#include "../stub.h"

#include <windows.h>

using namespace ulna::planted;

namespace {

void waits(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
           int32_t num) {
  if (num == 0) Sleep(INFINITE);
  tween(dst, a, b, t, num);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_waits_without_end", &ulna_port::tween_verts, waits);
}
