// Addresses are kept in a long, which has 32 bits on Windows.
#include "../stub.h"

using namespace ulna::planted;

namespace {

void through_long(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b,
                  float t, int32_t num) {
  const auto at = static_cast<long>(reinterpret_cast<intptr_t>(a));
  tween(dst, reinterpret_cast<const ulna_mesh_vertex*>(intptr_t{at}), b, t, num);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_address_in_long", &ulna_port::tween_verts, through_long);
}
