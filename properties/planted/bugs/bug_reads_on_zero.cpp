// The first index is loaded before the count is looked at, so an empty list is read. A loop turned
// round by hand, with its test at the end.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

void kernel(BlendCall call) {
  [[maybe_unused]] const volatile int32_t first = *static_cast<const volatile int32_t*>(call.index);
  call.run(blend<Slerp>);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_reads_on_zero", &ulna_port::slerp_joints, blend_call<kernel>);
}
