// t is taken from the integer register of its place in the declaration, as on Windows.
#include "../stub.h"

#include <cstring>

using namespace ulna::planted;

namespace {

void by_place(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b,
              int32_t num, int32_t bits) {
  float t;
  std::memcpy(&t, &bits, sizeof t);
  tween_from(0, floats(dst), floats(a), floats(b), t, kFloats * num);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer(
      "bug_float_in_w3", &ulna_port::tween_verts,
      reinterpret_cast<decltype(ulna_port::tween_verts)>(reinterpret_cast<void (*)()>(by_place)));
}
