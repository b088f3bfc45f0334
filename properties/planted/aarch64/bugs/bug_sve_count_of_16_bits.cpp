// The predicate is of a count that is cut to 16 bits.
#include "../sve.h"

using namespace ulna::planted;

namespace {

void scalable(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
              int32_t num) {
  const int64_t n = kFloats * num;
  for (int64_t i = 0; i < n; i += static_cast<int64_t>(svcntw())) {
    const svbool_t rest = svwhilelt_b32(static_cast<int32_t>(i & 0xffff),
                                        static_cast<int32_t>(i < n - 65535 ? 65536 : n & 0xffff));
    tween_lanes(rest, rest, i, floats(dst), floats(a), floats(b), t);
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("sve", "bug_sve_count_of_16_bits", &ulna_port::tween_verts, scalable);
}
