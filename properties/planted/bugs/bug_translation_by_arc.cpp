// The translation is blended with the scales of the quaternion. They lie in the register that the
// loop has at hand.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct TranslationByArc : Slerp {
  static float translate(float a, float b, float, const Scales& scales, int) {
    return static_cast<float>(scales.first * a + scales.second * b);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_translation_by_arc", &ulna_port::slerp_joints, blend<TranslationByArc>);
}
