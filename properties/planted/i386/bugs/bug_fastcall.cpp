// The first two arguments are taken from ecx and edx, as fastcall has it.
#include "../stub.h"

using namespace ulna::planted;

namespace {

[[gnu::fastcall]] void in_registers(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a,
                                    const ulna_mesh_vertex* b, float t, int32_t num) {
  tween(dst, a, b, t, num);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_fastcall", &ulna_port::tween_verts,
               taken_for<decltype(ulna_port::tween_verts)>(in_registers));
}
