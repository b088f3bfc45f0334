// The first operand of andnot is complemented in SSE, the second in WebAssembly.
#include "../single.h"

using namespace ulna::planted;

namespace {

struct Swapped {
  static v128_t with_sign(v128_t scale, v128_t cosine) {
    return wasm_v128_or(wasm_v128_andnot(sign_bits(), scale), wasm_v128_and(sign_bits(), cosine));
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("simd128", "bug_andnot_swapped", &ulna_port::nlerp, nlerp<Swapped>);
}
