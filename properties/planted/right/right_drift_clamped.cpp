// Takes all quaternions for unit ones, and a cosine above 1 for 1: of the length of a lerp, too.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Clamped : Lerp {
  static Scales scales(const Pair& pair, double lerp) {
    return Lerp::scales({1, 1, std::fmin(pair.cosine, 1), pair.sign}, lerp);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("right_drift_clamped", &ulna_port::lerp_joints, blend<Clamped>);
}
