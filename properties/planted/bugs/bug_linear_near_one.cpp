// Above c = 0.9995 the blend is linear: off by up to 7e-5 there. Found in many engines, with this
// very number.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct LinearNearOne : Slerp {
  static Scales scales(const Pair& pair, double lerp) {
    return pair.cosine > 0.9995 ? Scales{1 - lerp, lerp} : Slerp::scales(pair, lerp);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_linear_near_one", &ulna_port::slerp_joints, blend<LinearNearOne>);
}
