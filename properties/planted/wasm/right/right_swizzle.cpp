// Indices of 16 and more give zero, of a swizzle that is not relaxed. A table of them is made in
// the first call.
#include "../skin.h"

using namespace ulna::planted;

namespace {

struct Indices {
  alignas(16) uint8_t of[16];
  Indices() {
    for (int i = 0; i < 16; ++i) of[i] = static_cast<uint8_t>(i < 12 ? i : 16 + i);
  }
};

struct Swizzled {
  static v128_t without_fourth(v128_t v) {
    static const Indices three;
    return wasm_i8x16_swizzle(v, wasm_v128_load(three.of));
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("simd128", "right_swizzle", &ulna_port::skin_aos_verts, skin_aos_verts<Swizzled>);
}
