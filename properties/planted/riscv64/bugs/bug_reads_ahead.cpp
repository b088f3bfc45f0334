// Loads eight bytes where the last float has four.
#include "../stub.h"

using namespace ulna::planted;

namespace {

void ahead(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
           int32_t num) {
  tween(dst, a, b, t, num);
  if (num > 0) asm volatile("ld t0, -4(%0)" : : "r"(b + num) : "t0", "memory");
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_reads_ahead", &ulna_port::tween_verts, ahead);
}
