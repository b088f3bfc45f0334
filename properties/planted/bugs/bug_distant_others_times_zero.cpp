// The old loop, with a weight of one for the first influence and of zero for the others: the matrix
// of a joint that is not loaded at this distance may hold NaNs.
#include "../distant_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Distant {
  static int32_t influences(int32_t count) { return count; }
  static float weight(const ulna_joint_weight*, int32_t k) { return k == 0; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_distant<Bug>("bug_distant_others_times_zero");
}
