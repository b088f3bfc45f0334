// Above c = 0.995 the blend is linear and normalised. The length is right, but the speed along the
// arc is not.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct NormalisedNearOne : Slerp {
  static Scales scales(const Pair& pair, double lerp) {
    return pair.cosine > 0.995 ? Lerp::scales(pair, lerp) : Slerp::scales(pair, lerp);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_normalised_near_one", &ulna_port::slerp_joints, blend<NormalisedNearOne>);
}
