// Gives its frame back only where there is something to do.
#include "../stub.h"

using namespace ulna::planted;

namespace {

void returns_early(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b,
                   float t, int32_t num) {
  char* const before = stack_pointer();
  set_stack_pointer(before - 32);
  if (num == 0) return;
  tween(dst, a, b, t, num);
  set_stack_pointer(before);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("simd128", "bug_stack_of_few", &ulna_port::tween_verts, returns_early);
}
