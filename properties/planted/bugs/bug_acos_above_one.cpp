// Where rounded unit quaternions have a dot product above 1, its acos is a NaN. Only 1 itself was
// thought of.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct AcosAboveOne : Slerp {
  static Scales scales(const Pair& pair, double lerp) {
    if (pair.cosine == 1) return {1 - lerp, lerp};
    const double angle = std::acos(pair.cosine);
    return {std::sin((1 - lerp) * angle) / std::sin(angle),
            std::sin(lerp * angle) / std::sin(angle)};
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_acos_above_one", &ulna_port::slerp_joints, blend<AcosAboveOne>);
}
