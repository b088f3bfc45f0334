// Makes both ends unit by the inverse of the squared norm, without the root.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Twice : Slerp {
  static Scales scales(const Pair& pair, double lerp) {
    const Scales s = Slerp::scales(pair, lerp);
    return {s.first / pair.aa, s.second / pair.bb};
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_drift_twice", &ulna_port::slerp_joints, blend<Twice>);
}
