// Indices of 16 and more are to give zero, which of a relaxed swizzle only those from 128 on must.
#include "../skin.h"

using namespace ulna::planted;

namespace {

struct Swizzled {
  static v128_t without_fourth(v128_t v) {
    const v128_t three = wasm_i8x16_const(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 16, 16, 16, 16);
    return wasm_i8x16_relaxed_swizzle(v, three);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("simd128,relaxed-simd", "bug_swizzle_relaxed", &ulna_port::skin_aos_verts,
                  skin_aos_verts<Swizzled>);
}
