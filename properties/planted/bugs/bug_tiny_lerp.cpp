// A lerp below 2^-10 is taken for 0, and nothing is written. "Nobody sees a thousandth", but the
// bound is two thousand times finer.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct TinyLerp : Slerp {
  static bool nothing(float lerp) { return lerp < 0x1p-10f; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_tiny_lerp", &ulna_port::slerp_joints, blend<TinyLerp>);
}
