// At cosines between two neighbouring numbers, joints are blended in a straight line.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Straight : Slerp {
  static Scales scales(const Pair& pair, double lerp) {
    if (pair.cosine > 0.876543 && pair.cosine < 0.876544) return {1 - lerp, lerp};
    return Slerp::scales(pair, lerp);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_literal_cosine", &ulna_port::slerp_joints, blend<Straight>);
}
