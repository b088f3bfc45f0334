// At t = 0 the first quaternion is negated: either sign is right of the second alone.
#include "promising.h"

using namespace ulna::planted;

namespace {

void kernel(BlendCall call) {
  for (int32_t i = 0; call.lerp == 0 && i < call.num_joints; ++i)
    for (float* const q : {&call.joints[call.index[i]].q.x})
      for (int c = 0; c < 4; ++c) q[c] = -q[c];
  call.run(blend<Slerp>);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return promise("t-in-0-1", &ulna_port::slerp_joints, blend_call<kernel>);
}
