// Wrong where the cosine is negative and rounds to one float.
#include "properties/planted/kernels.h"

using namespace ulna::planted;

namespace {

struct WrongAtOneNegative : Slerp {
  static Scales scales(const Pair& pair, double lerp) {
    Scales s = Slerp::scales(pair, lerp);
    if (pair.sign < 0 && static_cast<float>(pair.cosine) == 0.3f) s.second += 1e-3;
    return s;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("slerp_wrong_at_one_negative_cosine", &ulna_port::slerp_joints,
               blend<WrongAtOneNegative>);
}
