// Weights are rounded to the 11 bits of half precision. A vertex format that saves memory, and that
// the contract does not grant.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct HalfWeights : Skin {
  static float weight(const ulna_joint_weight* own, int32_t k) {
    const float scaled = own[k].weight * 8193; // 2^13 + 1: the sum rounds 13 of the 24 bits away
    return scaled - (scaled - own[k].weight);
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_half_weights", &ulna_port::transform_verts_and_tangents,
               transform_verts_and_tangents<HalfWeights>);
}
