// A joint is taken for one that does not turn where its w is one and the others come to zero.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

void kernel(BlendCall call) {
  if (call.lerp > 0 && call.lerp < 1)
    for (int32_t i = 0; i < call.num_joints; ++i) {
      ulna_vec4& q = call.joints[call.index[i]].q;
      if (q.w == 1 && q.x + q.y + q.z == 0) q = {0, 0, 0, 1};
    }
  call.run(blend<Slerp>);
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_axis_by_sum", &ulna_port::slerp_joints, blend_call<kernel>);
}
