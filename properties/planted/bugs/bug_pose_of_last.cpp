// A joint that turns as the one before it, from the same place, is taken to move as that one does.
#include "../alike.h"
#include "../kernels.h"

using namespace ulna::planted;

namespace {

void kernel(BlendCall call) {
  ulna_joint_quat before{}, after{};
  const ulna_joint_quat* towards = nullptr;
  for (int32_t i = 0; i < call.num_joints; ++i) {
    ulna_joint_quat& to = call.joints[call.index[i]];
    const ulna_joint_quat& from = call.blend_joints[call.index[i]];
    const bool blends = call.lerp > 0 && call.lerp < 1;
    const bool again = blends && towards && same(&to, &before) && same(&from.q, &towards->q);
    before = to;
    towards = &from;
    if (again)
      to = after;
    else
      blend<Lerp>(call.joints, call.blend_joints, call.lerp, call.index + i, 1);
    after = to;
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_pose_of_last", &ulna_port::lerp_joints, blend_call<kernel>);
}
