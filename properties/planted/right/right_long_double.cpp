// Skinning on the x87 unit, which is left as it was found.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct LongDouble : Skin {
  using Real = long double;
  template <class A, class B>
  static long double sum(int32_t n, A a, B b) {
    long double s = 0;
    for (int32_t i = 0; i < n; ++i) s += static_cast<long double>(a(i)) * b(i);
    return s;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_changed<LongDouble, Slerp, Lerp>("right_long_double");
}
