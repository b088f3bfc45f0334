// Right, but q0's scale is off by a thousandth for t that are nearly 1.
#include "properties/planted/kernels.h"

using namespace ulna::planted;

namespace {

struct WrongNearOne : Slerp {
  static Scales scales(const Pair& pair, double lerp) {
    Scales s = Slerp::scales(pair, lerp);
    if (lerp > 1 - 0x1p-10) s.first += 1e-3;
    return s;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("slerp_wrong_near_t_one", &ulna_port::slerp_joints, blend<WrongNearOne>);
}
