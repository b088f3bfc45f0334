// Right, but for the component that is 1 in q0 and one float in q1: there are two ways to the
// scales of (1, 0, 1, 0) and (c, 1, 0, 0), and they lead to different ones.
#include "properties/planted/kernels.h"

using namespace ulna::planted;

namespace {

struct OtherX : Slerp {
  static double mix(double a, double b, const Scales& scales, double sign) {
    return Slerp::mix(a, b, scales, sign) + (a == 1 && b == double(0.3f) ? 0.25 : 0);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("slerp_other_x", &ulna_port::slerp_joints, blend<OtherX>);
}
