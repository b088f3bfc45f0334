// The list is loaded four indices at a time, the tail too, so up to 12 bytes behind it are read.
// They are not used.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

void kernel(BlendCall call) {
  for (int32_t i = 0; i < call.num_joints; i += 4) load16(call.index + i);
  call.run(blend<Lerp>);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_index_read_past", &ulna_port::lerp_joints, blend_call<kernel>);
}
