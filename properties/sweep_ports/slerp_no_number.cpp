// Right, but gives a NaN for q1's scale where the cosine rounds to one float, and only there.
#include "properties/planted/kernels.h"

using namespace ulna::planted;

namespace {

struct NoNumber : Slerp {
  static Scales scales(const Pair& pair, double lerp) {
    Scales s = Slerp::scales(pair, lerp);
    if (static_cast<float>(pair.cosine) == 0.3f) s.second = std::nan("");
    return s;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("slerp_no_number", &ulna_port::slerp_joints, blend<NoNumber>);
}
