// blend_joints is turned to the near side in place. The next frame blends towards it again, and it
// is another character's pose too: a const array.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

void kernel(BlendCall call) {
  for (int32_t i = 0; i < call.num_joints; ++i) {
    ulna_vec4& q = const_cast<ulna_vec4&>(call.blend_joints[call.index[i]].q);
    if (dot(call.joints[call.index[i]].q, q) < 0) q = {-q.x, -q.y, -q.z, -q.w};
  }
  call.run(blend<Slerp>);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_blend_negated", &ulna_port::slerp_joints, blend_call<kernel>);
}
