// Makes both ends unit by a step of Newton, with a sign turned round: what is too long gets longer.
// In a chain of blends each doubles it.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Outwards : Slerp {
  static Scales scales(const Pair& pair, double lerp) {
    const Scales s = Slerp::scales(pair, lerp);
    return {s.first * (0.5 + 0.5 * pair.aa), s.second * (0.5 + 0.5 * pair.bb)};
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_drift_outwards", &ulna_port::slerp_joints, blend<Outwards>);
}
