// Slerp leaves a sign behind, which Lerp takes for its own. The result stands for the same
// rotation, but for another half of the sphere.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

double last_sign = 1;

struct Leaves : Slerp {
  static Scales scales(const Pair& pair, double lerp) {
    last_sign = -1;
    return Slerp::scales(pair, lerp);
  }
};

struct Finds : Lerp {
  static Scales scales(const Pair& pair, double lerp) {
    const Scales own = Lerp::scales(pair, lerp);
    return {last_sign * own.first, last_sign * own.second};
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_left_by_another", &ulna_port::slerp_joints, blend<Leaves>,
               &ulna_port::lerp_joints, blend<Finds>);
}
