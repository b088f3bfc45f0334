// Lerp passes through a static variable, which a second thread sets for its own poses. A parameter
// made global to reach a helper.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

volatile float lerp_now;

void kernel(BlendCall call) {
  lerp_now = call.lerp;
  for (int32_t i = 0; i < call.num_joints; ++i)
    blend<Slerp>(call.joints, call.blend_joints, lerp_now, call.index + i, 1);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_static_lerp", &ulna_port::slerp_joints, blend_call<kernel>);
}
