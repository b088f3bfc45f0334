// An entry of the weights is loaded in one go, with four bytes behind it.
#include "../skin.h"

using namespace ulna::planted;

namespace {

struct Wide : Skin {
  static Entry entry(const ulna_joint_weight* from) {
    typedef v128_t Anywhere __attribute__((aligned(4)));
    // Volatile, else the compiler loads what is used alone.
    const v128_t all = *reinterpret_cast<const volatile Anywhere*>(from);
    return {wasm_i32x4_extract_lane(all, 1), wasm_i32x4_extract_lane(all, 2)};
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("simd128", "bug_entry_of_16_bytes", &ulna_port::transform_verts,
                  transform_verts<Wide>);
}
