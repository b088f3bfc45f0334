// The weights, which take no part in this operation, serve as scratch memory. They belong to the
// mesh, and the array is const.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

void kernel(SkinCall call) {
  call.run(transform_verts<Skin>);
  for (int32_t i = 0; i < call.num_weights; ++i)
    const_cast<ulna_joint_weight&>(call.weights[i]).weight = static_cast<float>(i);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_weights_as_scratch", &ulna_port::transform_verts, skin_call<kernel>);
}
