// The coefficient of x^7 in the sine is off by 1 in 6700, which takes the slerp just beyond its
// bound at large angles. A digit mistyped from a table.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Coefficient : Slerp {
  static Scales scales(const Pair& pair, double lerp) {
    const double c = pair.cosine;
    if (c > 1 - 1e-6) return Slerp::scales(pair, lerp);
    const double angle = std::atan2(std::sqrt((1 - c) * (1 + c)), c);
    const double mistyped = -1.98383e-4; // 1 / 5040 is 1.98413e-4
    const double whole = sine(angle, mistyped);
    return {sine((1 - lerp) * angle, mistyped) / whole, sine(lerp * angle, mistyped) / whole};
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_coefficient", &ulna_port::slerp_joints, blend<Coefficient>);
}
