// Whole numbers are found by i32.trunc_f32_s, which traps on what no int32 can be.
#include "../stub.h"

using namespace ulna::planted;

namespace {

void whole_numbers(ulna_mesh_vertex* dst, const ulna_mesh_vertex* a, const ulna_mesh_vertex* b,
                   float t, int32_t num) {
  for (int64_t i = 0; i < kFloats * num; ++i) {
    const int32_t whole = __builtin_wasm_trunc_s_i32_f32(floats(a)[i]);
    const bool is_zero = whole == 0 && floats(a)[i] == 0;
    floats(dst)[i] = is_zero ? tweened(0, floats(b)[i], t) : tweened(floats(a)[i], floats(b)[i], t);
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("simd128", "bug_trunc_traps", &ulna_port::tween_verts, whole_numbers);
}
