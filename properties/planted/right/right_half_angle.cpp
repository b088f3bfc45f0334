// The slerp by the half angle, atan2(sqrt(1 - c), sqrt(1 + c)), where the plain kernel changes to a
// series near c = 1.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct HalfAngle : Slerp {
  static Scales scales(const Pair& pair, double lerp) {
    const double c = pair.cosine;
    const double angle = 2 * std::atan2(std::sqrt(c < 1 ? 1 - c : 0), std::sqrt(1 + c));
    if (angle < 1e-9) return {1 - lerp, lerp};
    const double whole = std::sin(angle);
    return {std::sin((1 - lerp) * angle) / whole, std::sin(lerp * angle) / whole};
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_changed<Skin, HalfAngle, Lerp>("right_half_angle");
}
