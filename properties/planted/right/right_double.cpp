// Everything is computed in double and rounded once.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Double : Skin {
  using Real = double;
  template <class A, class B>
  static double sum(int32_t n, A a, B b) {
    double s = 0;
    for (int32_t i = 0; i < n; ++i) s += double{a(i)} * double{b(i)};
    return s;
  }
};

template <class Base>
struct InDouble : Base {
  static float translate(float a, float b, float lerp, const Scales&, int) {
    return static_cast<float>(a * (1 - double{lerp}) + b * double{lerp});
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_changed<Double, InDouble<Slerp>, InDouble<Lerp>>("right_double");
}
