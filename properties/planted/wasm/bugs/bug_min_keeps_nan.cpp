// Lane 3 is to become zero by a minimum and a maximum, which give a NaN for a NaN.
#include "../skin.h"

using namespace ulna::planted;

namespace {

struct Clamped {
  static v128_t without_fourth(v128_t v) {
    const float inf = __builtin_inff();
    const v128_t low = wasm_f32x4_max(v, wasm_f32x4_make(-inf, -inf, -inf, 0));
    return wasm_f32x4_min(low, wasm_f32x4_make(inf, inf, inf, 0));
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("simd128", "bug_min_keeps_nan", &ulna_port::skin_aos_verts,
                  skin_aos_verts<Clamped>);
}
