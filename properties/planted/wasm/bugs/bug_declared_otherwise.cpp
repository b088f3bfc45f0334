// Takes the count before the float, where ulna/port.h declares it behind.
#include "../stub.h"

using namespace ulna::planted;

namespace {

void swapped(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b,
             int32_t num, float t) {
  tween(dst, a, b, t, num);
}

} // namespace

const ulna_port* ulna_port_v1() {
  using Member = decltype(ulna_port::tween_verts);
  auto* const member = reinterpret_cast<Member>(reinterpret_cast<void (*)()>(swapped));
  return offer_on("simd128", "bug_declared_otherwise", &ulna_port::tween_verts, member);
}
