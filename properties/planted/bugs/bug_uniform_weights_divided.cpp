// Weights are divided by their sum, unless it is zero.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Uniform {
  static float weight(const float* own, int k, int n) {
    float sum = 0;
    for (int i = 0; i < n; ++i) sum += own[i];
    return sum != 0 ? own[k] / sum : own[k];
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_weights_divided", &ulna_port::skin_aos_verts, skin_aos_verts<Bug>);
}
