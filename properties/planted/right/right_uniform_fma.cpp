// Every product is fused with the sum it goes into, so it is not rounded.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

struct Fused : Uniform {
  [[gnu::target("fma")]] static float add(float sum, float a, float b) {
    return __builtin_fmaf(a, b, sum);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_uniform<Fused>("right_uniform_fma", "fma");
}
