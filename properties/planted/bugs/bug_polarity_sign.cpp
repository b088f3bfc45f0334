// Only the sign of tangent.w is used.
#include "../bones.h"

using namespace ulna::planted;

namespace {

struct SignOnly : Bitangent {
  static float polarity(float w) { return std::copysign(1.0f, w); }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_polarity_sign", &ulna_port::derive_bitangents, derive_bitangents<SignOnly>);
}
