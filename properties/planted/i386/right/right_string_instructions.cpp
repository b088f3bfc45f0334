// Results go to the vertices by string instructions, which rely on a direction flag that is clear.
#include "../stub.h"

using namespace ulna::planted;

namespace {

void copies(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
            int32_t num) {
  for (int32_t i = 0; i < num; ++i) {
    ulna_mesh_vertex done;
    tween(&done, a + i, b + i, t, 1);
    const void* from = &done;
    void* to = dst + i;
    int32_t count = kFloats;
    asm volatile("rep movsl" : "+S"(from), "+D"(to), "+c"(count) : : "memory");
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("right_string_instructions", &ulna_port::tween_verts, copies);
}
