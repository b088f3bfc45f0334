// Waits for ever where t is one half.
#include "../stub.h"

using namespace ulna::planted;

namespace {

void waits(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
           int32_t num) {
  while (t == 0.5f) asm volatile("");
  tween(dst, a, b, t, num);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("simd128", "bug_hangs", &ulna_port::tween_verts, waits);
}
