// The segment register gs is cleared: what Windows knows of the thread is out of reach.
#include "../stub.h"

#include <windows.h>

using namespace ulna::planted;

namespace {

void clears(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
            int32_t num) {
  tween(dst, a, b, t, num);
  asm volatile("mov $0x2b, %%eax; mov %%eax, %%gs" : : : "eax");
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_gs_cleared", &ulna_port::tween_verts, clears);
}
