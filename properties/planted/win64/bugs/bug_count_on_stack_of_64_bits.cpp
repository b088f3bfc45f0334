// The count is declared as an int64_t: of its word on the stack the upper half is anything.
#include "../stub.h"

using namespace ulna::planted;

namespace {

void long_count(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b,
                float t, int64_t num) {
  for (int64_t i = 0; i < kFloats * num; ++i)
    floats(dst)[i] = tweened(floats(a)[i], floats(b)[i], t);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_count_on_stack_of_64_bits", &ulna_port::tween_verts,
               taken_for<decltype(ulna_port::tween_verts)>(long_count));
}
