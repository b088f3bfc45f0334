// Every product is fused with the sum it goes into, so it is not rounded.
#include "../distant_kernels.h"

using namespace ulna::planted;

namespace {

struct Fused : Distant {
  template <class A, class B>
  [[gnu::target("fma")]] static float sum(int32_t n, A a, B b) {
    float s = a(0) * b(0);
    for (int32_t i = 1; i < n; ++i) s = __builtin_fmaf(a(i), b(i), s);
    return s;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_distant<Fused>("right_distant_fma", "fma");
}
