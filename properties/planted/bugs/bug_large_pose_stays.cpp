// A pose of more than 5,000 joints is not moved by less than a millionth of the way.
#include "../kernels.h"

using namespace ulna::planted;

static void kernel(BlendCall call) {
  if (call.num_joints > 5000 && call.lerp < 1e-6f) return;
  call.run(blend<Lerp>);
}

const ulna_port* ulna_port_v1() {
  return offer("bug_large_pose_stays", &ulna_port::lerp_joints, blend_call<kernel>);
}
