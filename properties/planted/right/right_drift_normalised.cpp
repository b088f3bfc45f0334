// Makes both ends unit before they are blended; and divides the linear blend by the length that it
// has for unit quaternions.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Normalised : Slerp {
  static Scales scales(const Pair& pair, double lerp) {
    const double a = std::sqrt(pair.aa), b = std::sqrt(pair.bb);
    const Scales s = Slerp::scales({1, 1, pair.cosine / (a * b), pair.sign}, lerp);
    return {s.first / a, s.second / b};
  }
};

struct LengthByCosine : Lerp {
  static Scales scales(const Pair& pair, double lerp) {
    return Lerp::scales({1, 1, pair.cosine, pair.sign}, lerp);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("right_drift_normalised", &ulna_port::slerp_joints, blend<Normalised>,
               &ulna_port::lerp_joints, blend<LengthByCosine>);
}
