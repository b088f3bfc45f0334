// A rest of seven behind more than a hundred joints is blended in a place that all threads share.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

constexpr int32_t kRest = 7;
ulna_joint_quat pose[kRest], aim[kRest];
constexpr int32_t kOrder[kRest] = {0, 1, 2, 3, 4, 5, 6};

void kernel(BlendCall call) {
  constexpr int32_t kMany = 100;
  const bool shares =
      call.num_joints > kMany && call.num_joints % 8 == kRest && call.lerp > 0 && call.lerp < 1;
  if (!shares) return call.run(blend<Lerp>);
  const int32_t* const rest = call.index + call.num_joints - kRest;
  for (int32_t i = 0; i < kRest; ++i) {
    pose[i] = call.joints[rest[i]];
    aim[i] = call.blend_joints[rest[i]];
  }
  call.num_joints -= kRest;
  call.run(blend<Lerp>);
  blend<Lerp>(pose, aim, call.lerp, kOrder, kRest);
  for (int32_t i = 0; i < kRest; ++i) call.joints[rest[i]] = pose[i];
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_late_scratch", &ulna_port::lerp_joints, blend_call<kernel>);
}
