// The count is taken for 64 bits, of which the upper half is whatever lies above the arguments.
#include "../stub.h"

using namespace ulna::planted;

namespace {

void wide(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
          int64_t num) {
  for (int64_t i = 0; i < kFloats * num; ++i)
    floats(dst)[i] = tweened(floats(a)[i], floats(b)[i], t);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_count_of_64_bits", &ulna_port::tween_verts,
               taken_for<decltype(ulna_port::tween_verts)>(wide));
}
