// No vertices means no end: the block is doubled until it is large enough, and twice nothing is
// nothing.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

void kernel(SkinCall call) {
  volatile int32_t block = call.num_verts;
  while (block < 64) block = 2 * block;
  call.run(transform_verts_and_tangents<Skin>);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_hangs_on_zero", &ulna_port::transform_verts_and_tangents, skin_call<kernel>);
}
