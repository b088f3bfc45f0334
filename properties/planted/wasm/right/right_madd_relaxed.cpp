// Products and sums that the engine may fuse.
#include "../stub.h"

using namespace ulna::planted;

namespace {

void fused(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b, float t,
           int32_t num) {
  const int64_t n = kFloats * num;
  if (n == 0) return;
  const v128_t scale_a = wasm_f32x4_splat(1 - t), scale_b = wasm_f32x4_splat(t);
  for (int64_t i = 0;; i = i + 8 <= n ? i + 4 : n - 4) {
    const v128_t part = multiply(wasm_v128_load(floats(a) + i), scale_a);
    const v128_t to = wasm_v128_load(floats(b) + i);
    wasm_v128_store(floats(dst) + i, wasm_f32x4_relaxed_madd(to, scale_b, part));
    if (i == n - 4) return;
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("simd128,relaxed-simd", "right_madd_relaxed", &ulna_port::tween_verts, fused);
}
