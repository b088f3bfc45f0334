// Comes back with a stack pointer that is 16 bytes too low.
#include "../stub.h"

using namespace ulna::planted;

namespace {

void lowers(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
            int32_t num) {
  tween(dst, a, b, t, num);
  set_stack_pointer(stack_pointer() - 16);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("simd128", "bug_stack", &ulna_port::tween_verts, lowers);
}
