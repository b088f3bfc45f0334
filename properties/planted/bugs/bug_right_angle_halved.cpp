// One joint half way from none to a right angle about x: from a table of five digits.
#include "../kernels.h"

using namespace ulna::planted;

namespace {

bool is_near(float a, float b) {
  return std::fabs(a - b) < 1e-6f;
}

void kernel(BlendCall call) {
  bool halved = false;
  ulna_joint_quat* joint = nullptr;
  if (call.num_joints == 1 && call.lerp == 0.5f && call.joints != call.blend_joints) {
    joint = call.joints + call.index[0];
    const ulna_vec4 &from = joint->q, &to = call.blend_joints[call.index[0]].q;
    halved = from.x == 0 && from.y == 0 && from.z == 0 && from.w == 1 && to.y == 0 && to.z == 0 &&
             is_near(to.x, 0.70710678f) && is_near(to.w, 0.70710678f);
  }
  call.run(blend<Slerp>);
  if (halved) joint->q.x = 0.38268f, joint->q.w = 0.92388f;
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer("bug_right_angle_halved", &ulna_port::slerp_joints, blend_call<kernel>);
}
