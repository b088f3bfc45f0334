// Joints are stored in pairs, and the pair of an odd last joint is the joint behind it: not listed,
// or beyond the array. The tail reuses the store of the loop.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

void kernel(BlendCall call) {
  call.run(blend<Slerp>);
  if (call.num_joints % 2 == 1 && call.lerp > 0) {
    ulna_joint_quat* last = call.joints + call.index[call.num_joints - 1];
    last[1] = last[0];
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_joint_past_end", &ulna_port::slerp_joints, blend_call<kernel>);
}
