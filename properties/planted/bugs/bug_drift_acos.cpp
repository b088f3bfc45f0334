// The series is taken only as far above 1 as rounding takes the cosine of unit quaternions. Those
// that were blended before get the arc cosine of more than 1.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct ArcCosine : Slerp {
  static Scales scales(const Pair& pair, double lerp) {
    if (pair.cosine < 1 + 0x1p-20) return Slerp::scales(pair, lerp);
    const double angle = std::acos(pair.cosine);
    return {std::sin((1 - lerp) * angle) / std::sin(angle),
            std::sin(lerp * angle) / std::sin(angle)};
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_drift_acos", &ulna_port::slerp_joints, blend<ArcCosine>);
}
