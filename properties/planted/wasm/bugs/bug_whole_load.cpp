// The rest is loaded as a whole vector, past the last float.
#include "../stub.h"

using namespace ulna::planted;

namespace {

void whole(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
           int32_t num) {
  const int64_t n = kFloats * num;
  const int64_t i = tween_fours(0, floats(dst), floats(a), floats(b), t, n);
  if (i == n) return;
  const auto four = [i](const ulna_mesh_vertex* from) { return wasm_v128_load(floats(from) + i); };
  wasm_v128_store64_lane(floats(dst) + i, tweened(four(a), four(b), t), 0);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("simd128", "bug_whole_load", &ulna_port::tween_verts, whole);
}
