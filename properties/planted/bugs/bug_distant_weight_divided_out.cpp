// The one weight is divided out as a sum of several would be: one over one, but for a weight of
// zero or infinity.
#include "../distant_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Distant {
  static float weight(const ulna_joint_weight* own, int32_t k) {
    return own[k].weight / own[k].weight;
  }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_distant<Bug>("bug_distant_weight_divided_out");
}
