// Wrong where the dot product is above one, as rounding makes it for quaternions that are nearly
// equal.
#include "properties/planted/kernels.h"

using namespace ulna::planted;

namespace {

struct WrongAboveOne : Slerp {
  static Scales scales(const Pair& pair, double lerp) {
    Scales s = Slerp::scales(pair, lerp);
    if (static_cast<float>(pair.cosine) > 1) s.second += 2e-6;
    return s;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("slerp_wrong_above_one", &ulna_port::slerp_joints, blend<WrongAboveOne>);
}
