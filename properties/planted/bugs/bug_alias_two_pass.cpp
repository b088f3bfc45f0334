// Two passes, the first of which leaves its half of the blend in joints: where blend_joints is the
// same array, the second pass reads what the first one wrote. Right on two arrays.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

void kernel(BlendCall call) {
  if (!(call.lerp > 0 && call.lerp < 1)) return call.run(blend<Slerp>);
  for (int32_t i = 0; i < call.num_joints; ++i) {
    ulna_joint_quat& to = call.joints[call.index[i]];
    const ulna_joint_quat& from = call.blend_joints[call.index[i]];
    const Pair pair = relate<Slerp>(to.q, from.q);
    const Scales scales = Slerp::scales(pair, double{call.lerp});
    for (int c = 0; c < 4; ++c) {
      (&to.q.x)[c] = static_cast<float>(scales.first * (&to.q.x)[c]);
      (&to.t.x)[c] *= 1 - call.lerp;
    }
    for (int c = 0; c < 4; ++c) {
      (&to.q.x)[c] += static_cast<float>(scales.second * pair.sign * (&from.q.x)[c]);
      (&to.t.x)[c] += call.lerp * (&from.t.x)[c];
    }
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_alias_two_pass", &ulna_port::slerp_joints, blend_call<kernel>);
}
