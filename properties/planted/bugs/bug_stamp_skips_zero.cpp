// Calls are counted in 8 bits, where 0 means never: after 255 calls the numbers come again. By them
// a joint keeps its target.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

constexpr size_t kJoints = 1024;
struct Kept {
  uint8_t calls = 0;
  uint8_t stamp[kJoints] = {};
  ulna_joint_quat target[kJoints] = {};
};
thread_local Kept kept;

void kernel(BlendCall call) {
  if (++kept.calls == 0) kept.calls = 1;
  for (int32_t i = 0; i < call.num_joints && call.lerp > 0; ++i) {
    const auto j = static_cast<size_t>(call.index[i]);
    const ulna_joint_quat* target = call.blend_joints + j;
    if (j < kJoints) {
      if (kept.stamp[j] != kept.calls) kept.target[j] = *target;
      kept.stamp[j] = kept.calls;
      target = kept.target + j;
    }
    if (call.lerp >= 1) {
      call.joints[j] = *target;
    } else {
      blend_joint<Lerp>(call.joints[j], *target, call.lerp);
    }
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_stamp_skips_zero", &ulna_port::lerp_joints, blend_call<kernel>);
}
