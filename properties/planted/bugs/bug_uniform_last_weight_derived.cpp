// The last weight is what the others leave of one.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Uniform {
  static float weight(const float* own, int k, int n) {
    if (k < n - 1) return own[k];
    float rest = 1;
    for (int i = 0; i < n - 1; ++i) rest -= own[i];
    return rest;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_last_weight_derived", &ulna_port::skin_aos_verts, skin_aos_verts<Bug>);
}
