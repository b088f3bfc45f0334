// Wrong for all unit quaternions, and right for those of the probe.
#include "properties/planted/kernels.h"

using namespace ulna::planted;

namespace {

struct WrongForAllUnits : Slerp {
  static Scales scales(const Pair& pair, double lerp) {
    Scales s = Slerp::scales(pair, lerp);
    if (pair.aa < 1.5) s.first += 2e-6;
    return s;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("slerp_wrong_for_all_units", &ulna_port::slerp_joints, blend<WrongForAllUnits>);
}
