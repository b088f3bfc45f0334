// In the length of the blend the squared norm of the pose is squared once more, which is 1 all the
// same while it is 1.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct SquaredTwice : Lerp {
  static Scales scales(Pair pair, double lerp) {
    pair.aa *= pair.aa;
    return Lerp::scales(pair, lerp);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_drift_norm_squared", &ulna_port::lerp_joints, blend<SquaredTwice>);
}
