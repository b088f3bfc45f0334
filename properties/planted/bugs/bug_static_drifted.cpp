// Quaternions that are not of length one are made so in one place for all threads.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

volatile double length2;

struct Shared : Slerp {
  static Scales scales(const Pair& pair, double lerp) {
    constexpr double kDrifted = 0x1p-14;
    if (std::fabs(pair.aa - 1) < kDrifted) return Slerp::scales(pair, lerp);
    length2 = pair.cosine;
    return Slerp::scales({pair.aa, pair.bb, length2, pair.sign}, lerp);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_static_drifted", &ulna_port::slerp_joints, blend<Shared>);
}
