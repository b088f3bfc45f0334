// What a call of many joints leaves in its scratch memory is added to the next call of a few. No
// number of calls of either alone shows it.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

float scratch = 0;

void kernel(BlendCall call) {
  call.run(blend<Lerp>);
  if (call.num_joints <= 0) return;
  if (call.num_joints <= 3 && call.lerp > 0) call.joints[call.index[0]].t.x += scratch;
  scratch = call.num_joints >= 16 ? 1000.0f : 0.0f;
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_scratch_left", &ulna_port::lerp_joints, blend_call<kernel>);
}
