// A joint that a vertex names twice in a row is not loaded again, and its second weight is lost.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(Interleaved call) {
  call.for_each_group(1, [](Interleaved one) {
    float weights[4];
    for (int k = 0; k < 4; ++k) {
      const bool again = k > 0 && one.joint_indices[k] == one.joint_indices[k - 1];
      weights[k] = again ? 0 : one.joint_weights[k];
    }
    one.joint_weights = weights;
    skin(one);
  });
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_interleaved<kernel>("bug_four_same_joint");
}
