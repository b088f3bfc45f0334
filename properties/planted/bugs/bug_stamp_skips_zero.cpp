// Calls are counted in 8 bits, where 0 means never: after 255 calls the numbers come again. By them
// a joint keeps its target.
#include "../kept_targets.h"

using namespace ulna::planted;

namespace {

thread_local KeptTargets kept;

void kernel(BlendCall call) {
  kept.count();
  for (int32_t i = 0; i < call.num_joints && call.lerp > 0; ++i) {
    const auto j = static_cast<size_t>(call.index[i]);
    const ulna_joint_quat& target = kept.of(j, call.blend_joints);
    if (call.lerp >= 1) {
      call.joints[j] = target;
    } else {
      blend_joint<Lerp>(call.joints[j], target, call.lerp);
    }
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_stamp_skips_zero", &ulna_port::lerp_joints, blend_call<kernel>);
}
