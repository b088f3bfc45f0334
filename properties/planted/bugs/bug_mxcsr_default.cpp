// MXCSR is set to its default behind the call, whatever it was. Nothing is seen unless the caller
// had set FTZ and DAZ.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

void kernel(BlendCall call) {
  call.run(blend<Lerp>);
  _mm_setcsr(0x1f80);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_mxcsr_default", &ulna_port::lerp_joints, blend_call<kernel>);
}
