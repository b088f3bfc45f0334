// Negative weights are clamped to zero. Weights stored as unsigned bytes somewhere on the way.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct NegativeWeights : Skin {
  static float weight(const ulna_joint_weight* own, int32_t k) {
    return own[k].weight < 0 ? 0 : own[k].weight;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_negative_weights", &ulna_port::transform_verts_and_tangents,
               transform_verts_and_tangents<NegativeWeights>);
}
