// An array of its own is taken for zero before anything is stored there.
#include "../stub.h"

using namespace ulna::planted;

namespace {

void uninitialised(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b,
                   float t, int32_t num) {
  int32_t skipped[16];
  // May have stored something there, for all that the compiler knows.
  asm volatile("" : : "r"(skipped) : "memory");
  tween(dst, a, b, t, num + skipped[3]);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("simd128", "bug_stack_is_zero", &ulna_port::tween_verts, uninitialised);
}
