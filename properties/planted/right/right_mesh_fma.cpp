// Every product is fused with the sum it goes into, so it is not rounded.
#include "../mesh_kernels.h"

using namespace ulna::planted;

namespace {

struct Fused : Mesh {
  [[gnu::target("fma")]] static float add(float sum, float a, float b) {
    return __builtin_fmaf(a, b, sum);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_mesh<Fused>("right_mesh_fma", "fma");
}
