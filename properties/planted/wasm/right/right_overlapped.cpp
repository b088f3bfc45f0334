// Loads and stores where the floats lie, the last four of them twice.
#include "../stub.h"

using namespace ulna::planted;

namespace {

void overlaps(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
              int32_t num) {
  const int64_t n = kFloats * num;
  const int64_t i = tween_fours(0, floats(dst), floats(a), floats(b), t, n);
  if (i < n) tween_four(floats(dst) + n - 4, floats(a) + n - 4, floats(b) + n - 4, t);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("simd128", "right_overlapped", &ulna_port::tween_verts, overlaps);
}
