// The operands of bitselect in the order that vbslq_f32 has without its mask.
#include "../single.h"

using namespace ulna::planted;

namespace {

struct Swapped {
  static v128_t with_sign(v128_t scale, v128_t cosine) {
    return wasm_v128_bitselect(scale, cosine, sign_bits());
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("simd128", "bug_bitselect_swapped", &ulna_port::nlerp, nlerp<Swapped>);
}
