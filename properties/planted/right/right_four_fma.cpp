// Every product is fused with the sum it goes into, from the last influence to the first.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

struct Fused : Four {
  [[gnu::target("fma")]] static float add(float sum, float a, float b) {
    return __builtin_fmaf(a, b, sum);
  }
  static int place(int k, int n) { return n - 1 - k; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_four<skin<Fused>, skin<Fused>>("right_four_fma", "fma");
}
