// The blend keeps the norm of the pose it began with, so that "nothing is lost". It never comes
// back.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct KeepsNorm : Lerp {
  static Scales scales(const Pair& pair, double lerp) {
    const Scales s = Lerp::scales(pair, lerp);
    return {s.first * std::sqrt(pair.aa), s.second * std::sqrt(pair.aa)};
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_drift_norm_of_pose", &ulna_port::lerp_joints, blend<KeepsNorm>);
}
