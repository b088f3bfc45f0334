// The last vector is stored whole.
#include "../sve.h"

using namespace ulna::planted;

namespace {

void scalable(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
              int32_t num) {
  const int64_t n = kFloats * num;
  for (int64_t i = 0; i < n; i += static_cast<int64_t>(svcntw()))
    tween_lanes(svwhilelt_b32(i, n), svptrue_b32(), i, floats(dst), floats(a), floats(b), t);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("sve", "bug_sve_whole_store", &ulna_port::tween_verts, scalable);
}
