// Every product is fused with the sum it goes into, so it is not rounded.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

[[gnu::target("fma")]] float fused(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}

struct Fused : Skin {
  template <class A, class B>
  static float sum(int32_t n, A a, B b) {
    float s = a(0) * b(0);
    for (int32_t i = 1; i < n; ++i) s = fused(a(i), b(i), s);
    return s;
  }
};

template <class Base>
struct FusedTranslation : Base {
  static float translate(float a, float b, float lerp, const Scales&, int) {
    return fused(b, lerp, a * (1 - lerp));
  }
};

using SlerpFused = FusedTranslation<Slerp>;
using LerpFused = FusedTranslation<Lerp>;

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_changed<Fused, SlerpFused, LerpFused>("right_fma", "fma");
}
