// Weights below 1e-4 are skipped. Nobody would see it, says the code; the bound on a sum of a few
// products is a hundred times finer.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

struct SmallWeights : Skin {
  static float weight(const ulna_joint_weight* own, int32_t k) {
    return std::fabs(own[k].weight) < 1e-4f ? 0 : own[k].weight;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_small_weights", &ulna_port::transform_verts_and_tangents,
               transform_verts_and_tangents<SmallWeights>);
}
