// All floating-point exceptions stay unmasked behind the call, so that the caller's next rounding
// traps. Left from a hunt for NaNs.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

void kernel(BlendCall call) {
  call.run(blend<Slerp>);
  _mm_setcsr(_mm_getcsr() & ~0x1fbfu);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_exceptions_left", &ulna_port::slerp_joints, blend_call<kernel>);
}
