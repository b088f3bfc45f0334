// Takes an address above 2^31 for null, as one does who compares it as int32.
#include "../sorted.h"

using namespace ulna::planted;

namespace {

struct Signed {
  static bool is_there(const ulna_vec4* stream) { return reinterpret_cast<int32_t>(stream) > 0; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("simd128", "bug_null_by_sign", &ulna_port::skin_sorted_verts,
                  skin_sorted_verts<Signed>);
}
