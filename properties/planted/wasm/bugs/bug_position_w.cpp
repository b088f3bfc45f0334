// Stores a position with its w, which is to stay as it is.
#include "../skin.h"

using namespace ulna::planted;

namespace {

struct Whole : Skin {
  static void store(ulna_vec4& out, v128_t sums) { wasm_v128_store(&out, sums); }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("simd128", "bug_position_w", &ulna_port::transform_verts, transform_verts<Whole>);
}
