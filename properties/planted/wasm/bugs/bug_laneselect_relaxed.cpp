// Selects bits by relaxed_laneselect, which may select whole lanes by their highest bit.
#include "../single.h"

using namespace ulna::planted;

namespace {

struct Selected {
  static v128_t with_sign(v128_t scale, v128_t cosine) {
    return wasm_i32x4_relaxed_laneselect(cosine, scale, sign_bits());
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("simd128,relaxed-simd", "bug_laneselect_relaxed", &ulna_port::nlerp,
                  nlerp<Selected>);
}
