// The sign of a large t is that of its whole part, which a relaxed conversion need not give of what
// no int32 can be.
#include "../stub.h"

using namespace ulna::planted;

namespace {

void by_whole_part(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b,
                   float t, int32_t num) {
  const float magnitude = __builtin_fabsf(t);
  if (!(magnitude >= 1)) return tween(dst, a, b, t, num);
  const v128_t whole = wasm_i32x4_relaxed_trunc_f32x4(wasm_f32x4_splat(t));
  tween(dst, a, b, wasm_i32x4_extract_lane(whole, 0) < 0 ? -magnitude : magnitude, num);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("simd128,relaxed-simd", "bug_trunc_relaxed", &ulna_port::tween_verts,
                  by_whole_part);
}
