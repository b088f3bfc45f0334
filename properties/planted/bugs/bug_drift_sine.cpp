// Against the root of a negative number: the sine is that of |1 - c^2|. Beyond 1 it is as if the
// cosine were as much below.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Folded : Slerp {
  static Scales scales(const Pair& pair, double lerp) {
    const double c = pair.cosine;
    const double sine = std::sqrt(std::fabs((1 - c) * (1 + c)));
    if (sine < 1e-7) return Slerp::scales(pair, lerp);
    const double angle = std::atan2(sine, c);
    return {std::sin((1 - lerp) * angle) / std::sin(angle),
            std::sin(lerp * angle) / std::sin(angle)};
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_drift_sine", &ulna_port::slerp_joints, blend<Folded>);
}
