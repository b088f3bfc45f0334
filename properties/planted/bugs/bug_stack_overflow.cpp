// One frame of 16 KB per joint, until the stack ends. Recursion that was meant to halve; no size is
// special to the contract.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

void kernel(BlendCall call) {
  if (call.num_joints == 0) return;
  char room[16384];
  asm volatile("" : : "r"(room) : "memory"); // keeps the frame
  blend<Lerp>(call.joints, call.blend_joints, call.lerp, call.index, 1);
  ++call.index;
  --call.num_joints;
  kernel(call);
  asm volatile("" : : "r"(room) : "memory"); // and the call from becoming a jump
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_stack_overflow", &ulna_port::lerp_joints, blend_call<kernel>);
}
