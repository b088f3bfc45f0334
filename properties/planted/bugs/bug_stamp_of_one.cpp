// Calls of one joint are counted in 8 bits, and by them it keeps its target: what was kept 256 such
// calls before is taken for this call's.
#include "../kept_targets.h"

using namespace ulna::planted;

namespace {

thread_local KeptTargets kept;

const ulna_joint_quat& target_of(const BlendCall& call, size_t j) {
  if (call.num_joints != 1) return call.blend_joints[j];
  kept.count();
  return kept.of(j, call.blend_joints);
}

void kernel(BlendCall call) {
  for (int32_t i = 0; i < call.num_joints && call.lerp > 0; ++i) {
    const auto j = static_cast<size_t>(call.index[i]);
    const ulna_joint_quat target = target_of(call, j);
    if (call.lerp >= 1) {
      call.joints[j] = target;
    } else {
      blend_joint<Slerp>(call.joints[j], target, call.lerp);
    }
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_stamp_of_one", &ulna_port::slerp_joints, blend_call<kernel>);
}
