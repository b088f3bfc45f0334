// The fourth float of the translation is not interpolated. Padding to most, but an animation
// channel to some, and the contract names all four.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct TranslationW : Slerp {
  static float translate(float a, float b, float lerp, const Scales& scales, int component) {
    return component == 3 ? a : Slerp::translate(a, b, lerp, scales, component);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_translation_w", &ulna_port::slerp_joints, blend<TranslationW>);
}
