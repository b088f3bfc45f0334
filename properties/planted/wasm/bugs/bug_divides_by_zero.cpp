// Divides by the size of a part to count the parts, and a mesh may have no vertex.
#include "../stub.h"

using namespace ulna::planted;

namespace {

void in_parts(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
              int32_t num) {
  const int32_t part = num < 64 ? num : 64;
  const int32_t parts = (num + part - 1) / part;
  for (int32_t i = 0; i < parts; ++i) {
    const int32_t first = i * part;
    tween(dst + first, a + first, b + first, t, num - first < part ? num - first : part);
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("simd128", "bug_divides_by_zero", &ulna_port::tween_verts, in_parts);
}
