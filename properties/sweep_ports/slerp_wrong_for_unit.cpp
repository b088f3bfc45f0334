// Right for the quaternions of the probe, wrong for unit ones that are far apart.
#include "properties/planted/kernels.h"

using namespace ulna::planted;

namespace {

struct WrongForUnit : Slerp {
  static Scales scales(const Pair& pair, double lerp) {
    Scales s = Slerp::scales(pair, lerp);
    if (pair.aa < 1.5 && pair.cosine < 0.1) s.first += 1e-3;
    return s;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("slerp_wrong_for_unit", &ulna_port::slerp_joints, blend<WrongForUnit>);
}
