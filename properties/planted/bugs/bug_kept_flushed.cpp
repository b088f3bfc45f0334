// The w that bitangents leave alone is cleared of denormals.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct Bug : Bitangent {
  static void store(ulna_vec4& to, const float (&xyz)[3]) {
    Bitangent::store(to, xyz);
    if (std::fpclassify(to.w) == FP_SUBNORMAL) to.w = 0;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_kept_flushed", &ulna_port::derive_bitangents, derive_bitangents<Bug>);
}
