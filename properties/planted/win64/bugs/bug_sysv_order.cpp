// The arguments are taken as Linux passes them: rdi, rsi, rdx, xmm0, ecx.
#include "../stub.h"

using namespace ulna::planted;

namespace {

[[gnu::sysv_abi]] void as_linux(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a,
                                const ulna_mesh_vertex* b, float t, int32_t num) {
  tween(dst, a, b, t, num);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_sysv_order", &ulna_port::tween_verts,
               taken_for<decltype(ulna_port::tween_verts)>(as_linux));
}
