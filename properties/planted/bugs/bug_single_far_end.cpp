// At t = 1 the end is b, also where the arc leads to -b: the last step of an animation jumps.
#include "../single_quats.h"

using namespace ulna::planted;

namespace {

struct FarEnd : SingleSlerp {
  static bool flips(double cosine, float t) { return t < 1 && cosine < 0; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_single_far_end", &ulna_port::slerp, blend_single<FarEnd>);
}
