// The sines of the slerp by a polynomial where the plain kernel calls the library. Its neighbour
// bug_coefficient has one coefficient wrong.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Polynomial : Slerp {
  static Scales scales(const Pair& pair, double lerp) {
    const double c = pair.cosine;
    if (c > 1 - 1e-6) return Slerp::scales(pair, lerp);
    const double angle = std::atan2(std::sqrt((1 - c) * (1 + c)), c);
    return {sine((1 - lerp) * angle) / sine(angle), sine(lerp * angle) / sine(angle)};
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_changed<Skin, Polynomial, Lerp>("right_polynomial");
}
