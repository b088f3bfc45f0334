// Right, but ends its process where the cosine is one float.
#include "properties/planted/kernels.h"

using namespace ulna::planted;

namespace {

struct Dies : Slerp {
  static Scales scales(const Pair& pair, double lerp) {
    if (pair.cosine == double(0.3f)) __builtin_trap();
    return Slerp::scales(pair, lerp);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("slerp_dies_at_one_cosine", &ulna_port::slerp_joints, blend<Dies>);
}
