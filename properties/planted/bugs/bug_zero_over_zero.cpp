// A dot product of exactly 1 gives 0/0, as with two identities. The angle is safe on both sides of
// 1, so random poses never show it.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct ZeroOverZero : Slerp {
  static Scales scales(const Pair& pair, double lerp) {
    if (pair.cosine != 1) return Slerp::scales(pair, lerp);
    const double angle = std::sqrt(1 - pair.cosine);
    return {(1 - lerp) * angle / angle, lerp * angle / angle};
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_zero_over_zero", &ulna_port::slerp_joints, blend<ZeroOverZero>);
}
