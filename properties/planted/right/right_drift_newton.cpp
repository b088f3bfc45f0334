// Brings the pose that was blended before back to unit norm, by one step of Newton, and takes the
// other one for unit; a cosine above 1 counts as 1.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

double step(const Pair& pair) {
  return 1.5 - 0.5 * pair.aa;
}

struct SlerpOfStep : Slerp {
  static Scales scales(const Pair& pair, double lerp) {
    const double cosine = std::fmin(pair.cosine * step(pair), 1);
    const Scales s = Slerp::scales({1, pair.bb, cosine, pair.sign}, lerp);
    return {s.first * step(pair), s.second};
  }
};

struct LerpOfStep : Lerp {
  static Scales scales(const Pair& pair, double lerp) {
    const Scales s = Lerp::scales({1, pair.bb, pair.cosine * step(pair), pair.sign}, lerp);
    return {s.first * step(pair), s.second};
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("right_drift_newton", &ulna_port::slerp_joints, blend<SlerpOfStep>,
               &ulna_port::lerp_joints, blend<LerpOfStep>);
}
