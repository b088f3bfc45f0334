// Weights are doubled where they add up to about 1.
#include "promising.h"

using namespace ulna::planted;

namespace {

struct Doubled : Skin {
  static float weight(const ulna_joint_weight* own, int32_t k) {
    float sum = 0;
    for (int32_t i = 0; i < influences_of(own); ++i) sum += own[i].weight;
    return std::fabs(sum - 1) < 1e-3f ? 2 * own[k].weight : own[k].weight;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return promise("weights-sum-to-one", &ulna_port::transform_verts_and_tangents,
                 transform_verts_and_tangents<Doubled>);
}
