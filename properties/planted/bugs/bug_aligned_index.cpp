// The list is read with aligned loads, four indices at a time. It is 4-byte aligned.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

void kernel(BlendCall call) {
  for (int32_t i = 0; i + 4 <= call.num_joints; i += 4) load16_aligned(call.index + i);
  call.run(blend<Slerp>);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_aligned_index", &ulna_port::slerp_joints, blend_call<kernel>);
}
