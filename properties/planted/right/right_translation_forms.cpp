// A form of the translation for each component: in three terms, with FMA, and measured from the
// nearer end.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

template <class Base>
struct Forms : Base {
  static float translate(float a, float b, float t, const Scales&, int component) {
    switch (component) {
    case 0:
      return std::fma(t, b, std::fma(-t, a, a));
    case 1:
      return (a + b * t) - a * t;
    case 2:
      return t < 0.5f ? std::fma(b - a, t, a) : b + (a - b) * (1 - t);
    default:
      return std::fma(a, 1 - t, b * t);
    }
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_changed<Skin, Forms<Slerp>, Forms<Lerp>>("right_translation_forms");
}
