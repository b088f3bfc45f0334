// FTZ and DAZ stay set behind the call. Faster for the kernel, and a surprise for the physics that
// runs after it.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

void kernel(BlendCall call) {
  call.run(blend<Slerp>);
  _mm_setcsr(_mm_getcsr() | 0x8040);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_ftz_left", &ulna_port::slerp_joints, blend_call<kernel>);
}
