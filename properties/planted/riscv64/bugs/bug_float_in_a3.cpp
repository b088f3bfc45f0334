// t is taken from the integer register of its place, as without registers for floats.
#include "../stub.h"

#include <cstring>

using namespace ulna::planted;

namespace {

void by_place(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b,
              int32_t bits, int32_t num) {
  float t;
  std::memcpy(&t, &bits, sizeof t);
  tween(dst, a, b, t, num);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer(
      "bug_float_in_a3", &ulna_port::tween_verts,
      reinterpret_cast<decltype(ulna_port::tween_verts)>(reinterpret_cast<void (*)()>(by_place)));
}
