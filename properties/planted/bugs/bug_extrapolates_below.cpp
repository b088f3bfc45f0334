// A lerp below 0 extrapolates, and writes joints that are to be left alone. Only 0 itself returns.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct ExtrapolatesBelow : Slerp {
  static bool nothing(float lerp) { return lerp == 0; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_extrapolates_below", &ulna_port::slerp_joints, blend<ExtrapolatesBelow>);
}
