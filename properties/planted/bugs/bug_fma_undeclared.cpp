// Declares avx2, which does not imply FMA, for what a loop of many elements does.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

[[gnu::target("fma")]] float fused(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}

struct Bug : Skin {
  template <class A, class B>
  static float sum(int32_t n, A a, B b) {
    if (n < 64) return Skin::sum(n, a, b);
    float s = a(0) * b(0);
    for (int32_t i = 1; i < n; ++i) s = fused(a(i), b(i), s);
    return s;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_on("avx2", "bug_fma_undeclared", &ulna_port::transform_verts, transform_verts<Bug>);
}
