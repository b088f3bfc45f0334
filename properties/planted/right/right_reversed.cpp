// All sums run from the last term to the first.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct Reversed : Skin {
  template <class A, class B>
  static float sum(int32_t n, A a, B b) {
    return Skin::sum(
        n, [&](int32_t i) { return a(n - 1 - i); }, [&](int32_t i) { return b(n - 1 - i); });
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_changed<Reversed, Slerp, Lerp>("right_reversed");
}
