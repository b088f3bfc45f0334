// The entry behind that of the last vertex is loaded, 16 bytes beyond the weights, and not used: a
// pipelined loop fetches the joint of the next vertex.
#include "../distant_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(SkinCall call) {
  for (int32_t v = 0; v < call.num_verts; ++v, call.base += 3) {
    transform_verts_and_tangents_lod(call.verts + v, 1, call.joints, call.base, call.weights, 1);
    call.weights = Distant::next(call.weights);
    load16(call.weights);
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_distant_joint_ahead", &ulna_port::transform_verts_and_tangents_lod,
               skin_call<kernel>);
}
