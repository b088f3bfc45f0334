// Translations by b + (a - b)(1 - t): exact at the end, but what a small lerp makes of a distant b
// is lost in the rounding of b.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct FromTheEnd : Lerp {
  static float translate(float a, float b, float lerp, const Scales&, int) {
    return b + (a - b) * (1 - lerp);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_translation_from_the_end", &ulna_port::lerp_joints, blend<FromTheEnd>);
}
