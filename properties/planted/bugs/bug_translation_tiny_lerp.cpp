// A lerp below 2^-25, of which 1 - lerp rounds to 1, is taken for 0 in the translation. Where the
// joint comes from the origin that is all there is of it.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct TinyTranslation : Slerp {
  static float translate(float a, float b, float lerp, const Scales&, int) {
    return lerp < 0x1p-25f ? a : a * (1 - lerp) + b * lerp;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_translation_tiny_lerp", &ulna_port::slerp_joints, blend<TinyTranslation>);
}
