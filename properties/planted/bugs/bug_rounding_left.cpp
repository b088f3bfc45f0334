// Rounding towards zero stays set behind the call. It was wanted for one conversion to an integer.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

void kernel(BlendCall call) {
  call.run(blend<Lerp>);
  _mm_setcsr(_mm_getcsr() | 0x6000);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_rounding_left", &ulna_port::lerp_joints, blend_call<kernel>);
}
