// From 4,096 vertices on those whose last two weights add up to zero are done as of two influences.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(Split call) {
  std::vector<float> weights(call.joint_weights, call.joint_weights + 4 * call.num_verts);
  for (size_t i = 0; call.num_verts >= 4096 && i < weights.size(); i += 4)
    if (weights[i + 2] + weights[i + 3] == 0) weights[i + 2] = weights[i + 3] = 0;
  call.joint_weights = weights.data();
  skin(call);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_split<kernel>("bug_large_pair_cancels");
}
