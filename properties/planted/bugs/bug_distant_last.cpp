// The last influence of a vertex in place of the first, where a loop over all of them ends.
#include "../distant_kernels.h"

using namespace ulna::planted;

namespace {

struct Bug : Distant {
  static int32_t first(const ulna_joint_weight* own) { return influences_of(own) - 1; }
};

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_distant<Bug>("bug_distant_last");
}
