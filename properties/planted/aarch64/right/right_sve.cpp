// Any length of vectors, with a predicate for the rest.
#include "../sve.h"

using namespace ulna::planted;

namespace {

void scalable(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
              int32_t num) {
  const int64_t n = kFloats * num;
  for (int64_t i = 0; i < n; i += static_cast<int64_t>(svcntw())) {
    const svbool_t rest = svwhilelt_b32(i, n);
    tween_lanes(rest, rest, i, floats(dst), floats(a), floats(b), t);
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("sve", "right_sve", &ulna_port::tween_verts, scalable);
}
