// The weights are read with aligned loads, four entries in three registers. They are 4-byte
// aligned.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

void kernel(SkinCall call) {
  for (int32_t i = 0; i + 4 <= call.num_weights; i += 4) load16_aligned(call.weights + i);
  call.run(transform_verts_and_tangents<Skin>);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_aligned_weights", &ulna_port::transform_verts_and_tangents, skin_call<kernel>);
}
