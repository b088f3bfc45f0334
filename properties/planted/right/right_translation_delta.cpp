// Translations by a + (b - a) t where the plain kernel computes a (1 - t) + b t.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

template <class Base>
struct Delta : Base {
  static float translate(float a, float b, float lerp, const Scales&, int) {
    return a + (b - a) * lerp;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_changed<Skin, Delta<Slerp>, Delta<Lerp>>("right_translation_delta");
}
