// Wrong where the cosine rounds to one float, in the scale of q0 alone.
#include "properties/planted/kernels.h"

using namespace ulna::planted;

namespace {

struct WrongAtOne : Slerp {
  static Scales scales(const Pair& pair, double lerp) {
    Scales s = Slerp::scales(pair, lerp);
    if (static_cast<float>(pair.cosine) == 0.3f) s.first += 1e-3;
    return s;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("slerp_wrong_at_one_cosine", &ulna_port::slerp_joints, blend<WrongAtOne>);
}
