// The first influence alone, but with its weight: models shrink as they go away.
#include "../distant_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Distant {
  static float weight(const ulna_joint_weight* own, int32_t k) { return own[k].weight; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_distant<Bug>("bug_distant_weighted");
}
