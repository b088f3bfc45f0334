// Every product is fused with the sum it goes into, so it is not rounded.
#include "../sorted_kernels.h"

using namespace ulna::planted;

namespace {

struct Fused : Sorted {
  [[gnu::target("fma")]] static float add(float sum, float a, float b) {
    return __builtin_fmaf(a, b, sum);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_sorted<Fused>("right_sorted_fma", "fma");
}
