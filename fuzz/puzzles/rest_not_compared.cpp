// The blended matrix of the vertex before is kept where the joints are the same, and all weights
// but the last: that is taken to be what they leave of one.
#include "../../properties/planted/four_kernels.h"

using namespace ulna::planted;

namespace {

bool is_blended_alike(const Split& call, int32_t v) {
  const uint16_t* const joints = call.joint_indices + 4 * v;
  const float* const weights = call.joint_weights + 4 * v;
  return std::memcmp(joints, joints - 4, 4 * sizeof *joints) == 0 &&
         std::memcmp(weights, weights - 4, 3 * sizeof *weights) == 0;
}

void kernel(Split call) {
  const float* blended = call.joint_weights;
  for (int32_t v = 0; v < call.num_verts; ++v) {
    Split one = call.part(v, 1);
    if (v == 0 || !is_blended_alike(call, v)) blended = one.joint_weights;
    one.joint_weights = blended;
    skin(one);
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_split<kernel>("rest_not_compared");
}
