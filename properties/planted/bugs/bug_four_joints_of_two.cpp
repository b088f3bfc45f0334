// The joints of two vertices are one register: of an odd number the last has none behind it.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(Split call) {
  skin(call);
  call.for_each_group(2, [](Split two) { load16(two.joint_indices); });
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_split<kernel>("bug_four_joints_of_two");
}
