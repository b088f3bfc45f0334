// An assertion that was left in: t is to be between 0 and 1.
#include "../stub.h"

using namespace ulna::planted;

namespace {

void asserts(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
             int32_t num) {
  if (!(t >= 0 && t <= 1)) __builtin_trap();
  tween(dst, a, b, t, num);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("simd128", "bug_asserts", &ulna_port::tween_verts, asserts);
}
