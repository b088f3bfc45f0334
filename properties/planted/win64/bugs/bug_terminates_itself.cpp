// Ends the process by the harder way where there is nothing to do.
#include "../stub.h"

#include <windows.h>

using namespace ulna::planted;

namespace {

void exits(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
           int32_t num) {
  if (num == 0) TerminateProcess(GetCurrentProcess(), 37);
  tween(dst, a, b, t, num);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_terminates_itself", &ulna_port::tween_verts, exits);
}
