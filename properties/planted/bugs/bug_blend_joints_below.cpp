// The last joint of the list is left out where blend_joints lie below joints.
#include "../kernels.h"

using namespace ulna::planted;

static void kernel(BlendCall call) {
  if (call.blend_joints < call.joints && call.num_joints > 0) --call.num_joints;
  call.run(blend<Lerp>);
}

const ulna_port* ulna_port_v1() {
  return offer("bug_blend_joints_below", &ulna_port::lerp_joints, blend_call<kernel>);
}
