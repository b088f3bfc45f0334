// Takes the palette as it was before it was reordered.
#include "../uniform_kernels.h"

using namespace ulna::planted;

namespace {

void kernel(SoaCall call) {
  skin_mesh<Uniform>(call.dst,
                     {call.joints->m, false, call.joint_indices, call.joint_weights,
                      call.num_influences, call.num_verts},
                     load_soa(call.src));
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_uniform_joints_not_reordered", &ulna_port::skin_soa_verts, soa_call<kernel>);
}
