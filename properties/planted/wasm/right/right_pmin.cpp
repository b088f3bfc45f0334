// Lane 3 becomes zero by pmin and pmax, which give their first operand where one is a NaN.
#include "../skin.h"

using namespace ulna::planted;

namespace {

struct Clamped {
  static v128_t without_fourth(v128_t v) {
    const float inf = __builtin_inff();
    const v128_t low = wasm_f32x4_pmax(wasm_f32x4_make(-inf, -inf, -inf, 0), v);
    return wasm_f32x4_pmin(wasm_f32x4_make(inf, inf, inf, 0), low);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("simd128", "right_pmin", &ulna_port::skin_aos_verts, skin_aos_verts<Clamped>);
}
