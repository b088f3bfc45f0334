// The count is declared as int64, which is another type of function.
#include "../stub.h"

using namespace ulna::planted;

namespace {

void wide(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
          int64_t num) {
  tween(dst, a, b, t, static_cast<int32_t>(num));
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("simd128", "bug_count_of_64_bits", &ulna_port::tween_verts,
                  taken_for<decltype(ulna_port::tween_verts)>(wide));
}
