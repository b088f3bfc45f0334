// The entry behind the last one is loaded, 16 bytes beyond the weights, and not used. A pipelined
// loop that always fetches one step ahead.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

void kernel(SkinCall call) {
  call.run(transform_verts_and_tangents<Skin>);
  if (call.num_verts > 0) load16(call.weights + call.num_weights);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_weights_read_ahead", &ulna_port::transform_verts_and_tangents,
               skin_call<kernel>);
}
