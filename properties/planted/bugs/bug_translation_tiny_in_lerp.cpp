// lerp_joints takes a lerp below 2^-25 for 0 in the translation, by the threshold of a + (b - a)
// lerp that does not move an ordinary a.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct TinyTranslation : Lerp {
  static float translate(float a, float b, float lerp, const Scales&, int) {
    return lerp < 0x1p-25f ? a : a + (b - a) * lerp;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_translation_tiny_in_lerp", &ulna_port::lerp_joints, blend<TinyTranslation>);
}
