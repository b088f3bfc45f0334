// Weights that are not above zero do not count.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Uniform {
  static float weight(const float* own, int k, int) { return own[k] > 0 ? own[k] : 0; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_negative_weights", &ulna_port::skin_soa_verts, skin_soa_verts<Bug>);
}
