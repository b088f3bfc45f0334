// The matrix of no joint yet is that of joint 0, and the number of no joint 65535.
#include "../four_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(Split call) {
  if (call.num_verts == 0) return;
  std::vector<uint16_t> joints(call.joint_indices, call.joint_indices + 4 * call.num_verts);
  if (joints[0] == 0xffff) joints[0] = 0;
  call.joint_indices = joints.data();
  skin(call);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_split<kernel>("bug_none_is_65535");
}
