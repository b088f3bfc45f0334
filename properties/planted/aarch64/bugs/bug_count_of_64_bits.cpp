// The count is taken from all of x4, of which an int32 is the lower half only.
#include "../stub.h"

using namespace ulna::planted;

namespace {

void wide(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
          int64_t num) {
  tween_from(0, floats(dst), floats(a), floats(b), t, kFloats * num);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer(
      "bug_count_of_64_bits", &ulna_port::tween_verts,
      reinterpret_cast<decltype(ulna_port::tween_verts)>(reinterpret_cast<void (*)()>(wide)));
}
