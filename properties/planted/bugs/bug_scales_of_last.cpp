// The scales of the joint before are used again where the quaternions are the same, or the second
// at least in x.
#include "../alike.h"
#include "../kernels.h"

using namespace ulna::planted;

namespace {

void kernel(BlendCall call) {
  if (call.lerp <= 0 || call.lerp >= 1) return call.run(blend<Slerp>);
  ulna_vec4 before{};
  float towards = NAN;
  Pair pair{};
  Scales scales{};
  for (int32_t i = 0; i < call.num_joints; ++i) {
    ulna_joint_quat& to = call.joints[call.index[i]];
    const ulna_joint_quat& from = call.blend_joints[call.index[i]];
    if (!same(&to.q, &before) || from.q.x != towards) {
      pair = relate<Slerp>(to.q, from.q);
      scales = Slerp::scales(pair, double{call.lerp});
    }
    before = to.q;
    towards = from.q.x;
    for (int c = 0; c < 4; ++c) {
      float& q = (&to.q.x)[c];
      q = static_cast<float>(Slerp::mix(q, (&from.q.x)[c], scales, pair.sign));
      float& t = (&to.t.x)[c];
      t = Slerp::translate(t, (&from.t.x)[c], call.lerp, scales, c);
    }
  }
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_scales_of_last", &ulna_port::slerp_joints, blend_call<kernel>);
}
