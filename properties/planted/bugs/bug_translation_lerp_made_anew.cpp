// lerp is made anew as 1 - (1 - lerp), so that both scales of a translation add up to 1. Below
// 2^-25 nothing is left of it, and above only a part.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct MadeAnew : Lerp {
  static float translate(float a, float b, float lerp, const Scales&, int) {
    const float one_minus_lerp = 1 - lerp;
    return a * one_minus_lerp + b * (1 - one_minus_lerp);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_translation_lerp_made_anew", &ulna_port::lerp_joints, blend<MadeAnew>);
}
