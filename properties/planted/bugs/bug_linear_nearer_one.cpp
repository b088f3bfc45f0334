// Above c = 0.99999 the blend is linear: a better threshold, and still five times the bound at
// angles between 0.002 and 0.0045.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct LinearNearerOne : Slerp {
  static Scales scales(const Pair& pair, double lerp) {
    return pair.cosine > 0.99999 ? Scales{1 - lerp, lerp} : Slerp::scales(pair, lerp);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_linear_nearer_one", &ulna_port::slerp_joints, blend<LinearNearerOne>);
}
