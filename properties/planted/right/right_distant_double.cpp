// Everything is computed in double and rounded once.
#include "../distant_kernels.h"

using namespace ulna::planted;

namespace {

struct Double : Distant {
  using Real = double;
  template <class A, class B>
  static double sum(int32_t n, A a, B b) {
    double s = 0;
    for (int32_t i = 0; i < n; ++i) s += double{a(i)} * double{b(i)};
    return s;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_distant<Double>("right_distant_double");
}
