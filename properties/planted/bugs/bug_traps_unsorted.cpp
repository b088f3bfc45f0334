// A list that does not ascend ends in ud2. An assumption written down as unreachable code; any
// order is legal.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

void kernel(BlendCall call) {
  for (int32_t i = 1; i < call.num_joints; ++i)
    if (call.index[i] < call.index[i - 1]) __builtin_trap();
  call.run(blend<Lerp>);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_traps_unsorted", &ulna_port::lerp_joints, blend_call<kernel>);
}
