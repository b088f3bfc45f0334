// The first quaternion is turned to the side of the second, and the result has the other sign. The
// same rotation, but not what the contract says: the next blend with it may depend on its sign.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct FirstNegated : Lerp {
  static double mix(double a, double b, const Scales& scales, double sign) {
    return scales.first * sign * a + scales.second * b;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_first_negated", &ulna_port::lerp_joints, blend<FirstNegated>);
}
