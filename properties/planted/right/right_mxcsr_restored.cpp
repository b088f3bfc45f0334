// Clears FTZ and DAZ for the length of the call, and restores them. More exact than the caller
// asked for is still right.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

void kernel(BlendCall call) {
  const unsigned int before = _mm_getcsr();
  _mm_setcsr(before & ~0x8040u);
  call.run(blend<Slerp>);
  _mm_setcsr(before);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("right_mxcsr_restored", &ulna_port::slerp_joints, blend_call<kernel>);
}
