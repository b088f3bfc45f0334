// A lerp within a millionth of 1 is taken for 1 in the translation.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Snaps : Slerp {
  static float translate(float a, float b, float lerp, const Scales&, int) {
    return lerp > 1 - 0x1p-20f ? b : a * (1 - lerp) + b * lerp;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_translation_snaps", &ulna_port::slerp_joints, blend<Snaps>);
}
