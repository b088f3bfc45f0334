// The matrix of the vertex before is kept where the joints are the same, and the sum of the
// weights' bits is, which does not depend on their order. Vertices with fewer influences, whose
// weights are often those of others in another order, were thought of.
#include "../../properties/planted/four_kernels.h"

#include <bit>

using namespace ulna::planted;

namespace {

uint32_t checksum(const float* weights) {
  uint32_t sum = 0;
  for (int k = 0; k < 4; ++k) sum += std::bit_cast<uint32_t>(weights[k]);
  return sum;
}

bool is_blended_alike(const Split& one) {
  const uint16_t* const joints = one.joint_indices;
  const float* const weights = one.joint_weights;
  return std::find(weights, weights + 4, 0.0f) == weights + 4 &&
         std::memcmp(joints, joints - 4, 4 * sizeof *joints) == 0 &&
         checksum(weights) == checksum(weights - 4);
}

void kernel(Split call) {
  const float* blended = call.joint_weights;
  for (int32_t v = 0; v < call.num_verts; ++v) {
    Split one = call.part(v, 1);
    if (v == 0 || !is_blended_alike(one)) blended = one.joint_weights;
    one.joint_weights = blended;
    skin(one);
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_split<kernel>("weights_exchanged");
}
