// The vector before the first is read. A loop that counts backwards and fetches the next step's
// operand before it looks whether there is one.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

void kernel(SkinCall call) {
  call.run(transform_verts<Skin>);
  if (call.num_verts > 0) load16(call.base - 1);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_base_read_before", &ulna_port::transform_verts, skin_call<kernel>);
}
