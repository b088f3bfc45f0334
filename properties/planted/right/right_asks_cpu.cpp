// Asks the processor, declares nothing, and uses FMA where there is any.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

[[gnu::target("fma")]] float fused(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}

struct Right : Skin {
  template <class A, class B>
  static float sum(int32_t n, A a, B b) {
    static const bool has_fma = __builtin_cpu_supports("fma");
    if (!has_fma) return Skin::sum(n, a, b);
    float s = a(0) * b(0);
    for (int32_t i = 1; i < n; ++i) s = fused(a(i), b(i), s);
    return s;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("right_asks_cpu", &ulna_port::transform_verts, transform_verts<Right>);
}
