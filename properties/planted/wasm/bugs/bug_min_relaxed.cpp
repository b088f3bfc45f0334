// Lane 3 is to become zero by a relaxed minimum and maximum, which need not give the operand that
// is a number.
#include "../skin.h"

using namespace ulna::planted;

namespace {

struct Clamped {
  static v128_t without_fourth(v128_t v) {
    const float inf = __builtin_inff();
    const v128_t low = wasm_f32x4_relaxed_max(wasm_f32x4_make(-inf, -inf, -inf, 0), v);
    return wasm_f32x4_relaxed_min(wasm_f32x4_make(inf, inf, inf, 0), low);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("simd128,relaxed-simd", "bug_min_relaxed", &ulna_port::skin_aos_verts,
                  skin_aos_verts<Clamped>);
}
