// Right for unit quaternions, and for others the slerp of what they are when normalised.
#include "properties/planted/kernels.h"

using namespace ulna::planted;

namespace {

struct Normalises : Slerp {
  static Scales scales(const Pair& pair, double lerp) {
    Pair unit = pair;
    unit.cosine /= std::sqrt(pair.aa * pair.bb);
    const Scales s = Slerp::scales(unit, lerp);
    return {s.first / std::sqrt(pair.aa), s.second / std::sqrt(pair.bb)};
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("slerp_normalises", &ulna_port::slerp_joints, blend<Normalises>);
}
