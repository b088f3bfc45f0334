// A vertex with the joints and weights of the one before it, and one component of its position,
// goes where that one went.
#include "../alike.h"
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(Split call) {
  skin(call);
  for (int32_t v = 1; v < call.num_verts; ++v) {
    const uint16_t* const joints = call.joint_indices + 4 * v;
    const float* const weights = call.joint_weights + 4 * v;
    if (call.src[v].position[2] == call.src[v - 1].position[2] && same(joints, joints - 4, 4) &&
        same(weights, weights - 4, 4))
      std::memcpy(call.dst[v].position, call.dst[v - 1].position, sizeof call.dst[v].position);
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_split<kernel>("bug_four_of_last");
}
