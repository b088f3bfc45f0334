// Flips the sign of an input and back.
#include "../stub.h"

using namespace ulna::planted;

namespace {

void flips(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
           int32_t num) {
  auto* const first = const_cast<float*>(floats(a));
  if (num > 0) {
    asm volatile("ldr s16, [%0]\n fneg s16, s16\n str s16, [%0]\n fneg s16, s16\n str s16, [%0]"
                 :
                 : "r"(first)
                 : "v16", "memory");
  }
  tween(dst, a, b, t, num);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_writes_base", &ulna_port::tween_verts, flips);
}
